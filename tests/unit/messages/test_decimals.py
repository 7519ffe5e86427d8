"""People's decimal strings become integers of a declared scale, exactly or not at all (case S06)."""

from decimal import Context, Decimal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hub.errors import InvalidInput
from hub.messages import decimal_text, scaled

LONG_MIN, LONG_MAX = -(2**63), 2**63 - 1
DIGITS = st.text("0123456789", max_size=25)
WRITTEN = st.builds(
    lambda sign, whole, point, fraction, exponent: f"{sign}{whole}{point}{fraction if point else ''}{exponent}",
    st.sampled_from(["", "+", "-"]),
    DIGITS,
    st.sampled_from(["", "."]),
    DIGITS,
    st.sampled_from(["", "E+3", "e-2", "E0", "e5", "E-20", "E+18"]),
)


@pytest.mark.parametrize(
    ("text", "scale", "expected"),
    [
        ("1E+3", 6, 1_000_000_000),
        ("1E+3", 0, 1000),
        ("1.2300", 2, 123),
        ("1.2300", 4, 12300),
        ("0.0001", 4, 1),
        ("-0", 6, 0),
        ("-0.000", 1, 0),
        ("0E+5", 3, 0),
        ("0E-99", 3, 0),
        ("123456789012.345", 3, 123456789012345),
        ("24176.473", 6, 24176473000),
        ("-120.5", 6, -120500000),
        ("+7.", 0, 7),
        (".5", 1, 5),
        ("007", 0, 7),
        ("9223372036854775807", 0, LONG_MAX),
        ("-9223372036854775808", 0, LONG_MIN),
        ("92233720368547758.07", 2, LONG_MAX),
        ("0." + "0" * 5000, 3, 0),
        ("1E-3", 3, 1),
        ("12300E-2", 0, 123),
    ],
)
def test_a_figure_that_fits_is_exact(text: str, scale: int, expected: int) -> None:
    assert scaled(text, scale) == expected


@pytest.mark.parametrize(
    ("text", "scale", "told"),
    [
        ("0.0001", 3, "more than 3 decimals"),
        ("1.2300", 1, "more than 1 decimals"),
        ("123456789012.345", 2, "more than 2 decimals"),
        ("5125.4000001", 6, "more than 6 decimals"),
        ("1E-999999999", 6, "more than 6 decimals"),
        ("9223372036854775808", 0, "out of range"),
        ("-9223372036854775809", 0, "out of range"),
        ("123456789012345.1", 6, "out of range"),
        ("1E+999999999", 6, "out of range"),
        ("9" * 5000, 0, "out of range"),
        ("NaN", 6, "no decimal number"),
        ("inf", 6, "no decimal number"),
        ("-Infinity", 6, "no decimal number"),
        ("", 6, "no decimal number"),
        (".", 6, "no decimal number"),
        ("-", 6, "no decimal number"),
        ("E3", 6, "no decimal number"),
        (" 5", 6, "no decimal number"),
        ("5\n", 6, "no decimal number"),
        ("24176,473", 6, "no decimal number"),
        ("24 176", 6, "no decimal number"),
        ("1_000", 6, "no decimal number"),
        ("15.5%", 6, "no decimal number"),
        ("٣", 6, "no decimal number"),  # Arabic three, which Decimal would read
        ("0x10", 6, "no decimal number"),
        ("1E9999999999", 6, "no decimal number"),
    ],
)
def test_a_figure_that_does_not_fit_is_refused_with_its_value_and_a_remedy(text: str, scale: int, told: str) -> None:
    with pytest.raises(InvalidInput, match=told) as refused:
        scaled(text, scale)

    assert repr(text[:20])[1:-1] in str(refused.value)
    assert ";" in str(refused.value)
    assert len(str(refused.value)) < 300


@settings(deadline=None)
@given(WRITTEN, st.integers(0, 9))
@example("-9223372036854775808", 0)
def test_it_agrees_with_exact_decimals(text: str, scale: int) -> None:
    try:
        exact = Decimal(text).scaleb(scale, Context(prec=200))
        fits = exact == exact.to_integral_value() and LONG_MIN <= exact <= LONG_MAX
    except ArithmeticError:
        fits = False

    if fits:
        assert scaled(text, scale) == int(exact)
    else:
        with pytest.raises(InvalidInput):
            scaled(text, scale)


@settings(deadline=None)
@given(st.integers(LONG_MIN, LONG_MAX), st.integers(0, 9))
def test_a_written_figure_reads_back(value: int, scale: int) -> None:
    assert scaled(decimal_text(value, scale), scale) == value


@settings(deadline=None)
@given(st.text(), st.integers(0, 9))
def test_any_text_gives_a_long_or_a_refusal(text: str, scale: int) -> None:
    try:
        assert LONG_MIN <= scaled(text, scale) <= LONG_MAX
    except InvalidInput as refused:
        assert str(refused)  # noqa: PT017  # either outcome is right, a third is not


@pytest.mark.parametrize(
    ("value", "scale", "expected"),
    [
        (0, 4, "0.0000"),
        (-1, 4, "-0.0001"),
        (473200_0000, 4, "473200.0000"),
        (15500, 3, "15.500"),
        (-7, 0, "-7"),
    ],
)
def test_all_decimals_of_the_scale_are_shown(value: int, scale: int, expected: str) -> None:
    assert decimal_text(value, scale) == expected
