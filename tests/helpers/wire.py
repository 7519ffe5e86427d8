"""Messages to bytes and back by the locked ids."""

from hub.codec import codec_for

__all__ = ["decode", "encode"]

encode, decode = codec_for().encode, codec_for().decode
