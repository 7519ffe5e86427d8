"""Who is in the world: farms with where they haul and when they report, elevators, buyers, owners without report."""

from dataclasses import dataclass
from typing import Final

__all__ = ["CONVENTIONAL", "ELEVATORS", "FARMS", "LANDLORDS", "Elevator", "Farm", "Landlord", "Timing"]

Timing = str
"""When a farm reports: `early` before October, `bin` before it hauls, `combine` only after it has hauled."""


@dataclass(frozen=True, slots=True)
class Farm:
    """A farm with reports; `codes` are its customer codes by elevator."""

    name: str
    producer: str
    county: str
    timing: Timing
    codes: dict[str, str]
    corn_fields: int
    soybean_fields: int

    @property
    def id(self) -> str:
        """Its organisation id."""
        plain = self.name.lower().replace("ü", "ue").replace("ö", "oe").replace("ä", "ae").replace("ß", "ss")
        return f"farm-{plain}"


@dataclass(frozen=True, slots=True)
class Landlord:
    """A share owner of one farm's crop at Salt Creek; `under_report` = his part goes under the farm's report."""

    id: str
    code: str
    farm: str
    share_pct: str
    under_report: bool


@dataclass(frozen=True, slots=True)
class Elevator:
    """A scale house and its habits."""

    id: str
    name: str
    profile: str
    sites: dict[str, tuple[str, ...]]
    """By hub site id, the scales there."""
    outbox: str | None = None


SALT_CREEK, HAVANA, ILLINI = "elev-salt-creek", "elev-havana", "elev-illini"

ELEVATORS: Final = (
    Elevator(SALT_CREEK, "Salt Creek Grain LLC", "salt-creek", {"clinton": ("",)}, "org.elev-salt-creek.outbox"),
    Elevator(HAVANA, "Rhein-Illinois Havana Terminal", "havana-terminal", {"havana": ("",)}),
    Elevator(ILLINI, "Illini Valley Farmers Cooperative", "illini-coop", {"ottawa": ("1", "2"), "peru": ("1",)}),
)


def _farm(line: str) -> Farm:
    """A farm from `name | producer | county | timing | corn fields, soybean fields | elevator code, ...`."""
    name, producer, county, timing, fields, codes = (part.strip() for part in line.split("|"))
    corn, soybeans = (int(number) for number in fields.split(","))
    by_letter = {"S": SALT_CREEK, "H": HAVANA, "I": ILLINI}
    pairs = [code.strip().split(" ", 1) for code in codes.split(";")]
    return Farm(name, producer, county, timing, {by_letter[letter]: code for letter, code in pairs}, corn, soybeans)


FARMS: Final = tuple(
    _farm(line)
    for line in """
Kessler   | Dale Kessler       | Logan    | early   | 2,1 | S 1041
Oakley    | María Oakley       | DeWitt   | early   | 2,1 | S 1058
Bruns     | Peter Bruns        | DeWitt   | early   | 1,1 | S 1062
Whitlock  | Ann Whitlock       | McLean   | early   | 2,0 | S 1077
Dunham    | Roy Dunham         | McLean   | early   | 2,1 | S 1083; I DUN02
Paxton    | Lee Paxton         | DeWitt   | bin     | 1,1 | S 1090
Sutter    | Hans Sutter        | Logan    | bin     | 2,1 | S 1104; H Sutter Farms
Ogilvie   | Jean Ogilvie       | McLean   | bin     | 2,0 | S 1111
Tremont   | Karl Tremont       | DeWitt   | bin     | 1,1 | S 1126
Larkin    | Ruth Larkin        | Logan    | bin     | 2,1 | S 1133
Adair     | Tom Adair          | DeWitt   | combine | 2,0 | S 1149
Beason    | Ellen Beason       | Logan    | combine | 1,1 | S 1152
Crane     | Will Crane         | McLean   | combine | 2,0 | S 1168
Hallsville| June Hall          | DeWitt   | combine | 1,1 | S 1175
Müller    | Franz Müller       | Mason    | early   | 2,1 | H Müller, Franz
Grünewald | Ilse Grünewald     | Mason    | early   | 1,1 | H Grünewald
Petersen  | Nils Petersen      | Tazewell | early   | 2,1 | H Petersen Bros.
Topeka    | Grace Topeka       | Mason    | early   | 2,0 | H Topeka Land
Quiver    | Sam Quiver         | Mason    | bin     | 2,1 | H Quiver Creek
Bath      | Olive Bath         | Mason    | bin     | 1,1 | H Bath & Sons
Forester  | Neil Forester      | Tazewell | bin     | 2,1 | H Forester; S 1180
Manito    | Clara Manito       | Tazewell | bin     | 1,1 | H Manito Farms
Weiß      | Otto Weiß          | Tazewell | combine | 2,0 | H Weiß, Otto
Delavan   | Rose Delavan       | Tazewell | combine | 1,1 | H Delavan
Saidora   | Jim Saidora        | Mason    | combine | 2,0 | H Saidora
Kilbourne | Eva Kilbourne      | Mason    | combine | 1,1 | H Kilbourne
Brandt    | Carl Brandt        | LaSalle  | early   | 2,1 | I BRA01
Ransom    | Helen Ransom       | LaSalle  | early   | 2,1 | I RAN01
Streator  | Paul Streator      | LaSalle  | early   | 1,1 | I STR03
Utica     | Nora Utica         | LaSalle  | early   | 2,0 | I UTI01
Hennepin  | Louis Hennepin     | Putnam   | bin     | 2,1 | I HEN02
Granville | Mae Granville      | Putnam   | bin     | 1,1 | I GRA01
Tiskilwa  | Earl Tiskilwa      | Bureau   | bin     | 2,1 | I TIS01
Neponset  | Iris Neponset      | Bureau   | bin     | 2,0 | I NEP01
Walnut    | Dean Walnut        | Bureau   | bin     | 1,1 | I WAL01; H Walnut Grove
Ladd      | Amy Ladd           | Bureau   | combine | 2,0 | I LAD01
Cherry    | Max Cherry         | Bureau   | combine | 1,1 | I CHE01
Magnolia  | Vera Magnolia      | Putnam   | combine | 2,0 | I MAG01
Lostant   | Hugh Lostant       | LaSalle  | combine | 1,1 | I LOS01
Wenona    | Sue Wenona         | LaSalle  | early   | 1,0 | I WEN01
""".strip().splitlines()
)

LANDLORDS: Final = (
    Landlord("landlord-estate-of-moss", "2007", "farm-kessler", "50", under_report=True),
    Landlord("landlord-clearwater-trust", "2011", "farm-oakley", "33.333", under_report=True),
    Landlord("landlord-hobbs", "2019", "farm-larkin", "40", under_report=False),
)

CONVENTIONAL: Final = {
    SALT_CREEK: {"3001": "farm-schmidt", "3002": "farm-tolliver"},
    HAVANA: {"Sand Ridge": "farm-sand-ridge"},
    ILLINI: {"OGL01": "farm-oglesby", "SEN01": "farm-seneca"},
}
"""Sellers without a report, by elevator and customer code."""
