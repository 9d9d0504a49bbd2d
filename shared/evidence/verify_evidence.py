#!/usr/bin/env python3
"""Verifies an evidence bundle of Atom Explorer, without Atom Explorer.

  python3 verify_evidence.py BUNDLE [--key KEY] [--root HASH] [--tsa-cert FILE] [--audit FILE]

BUNDLE  a file that ends in .sigstore.json
--key   the key that must have signed it: its fingerprint (64 hex digits), or a file with the public key (PEM)
--root  a root from a source that you trust; every proof must lead to it
--tsa-cert  certificates (PEM) of a timestamp authority that you trust, or of the root that issued its certificate
--audit  the file of the audit that the bundle is about

Needs Python 3.8 or newer, nothing but its standard library, and the openssl program (3.0 or newer) for signatures.
Nothing is sent anywhere. Text of others is printed in quotes, in ASCII. See docs/evidence.md for what the result means.

Exit codes: 0 everything is verified; 1 something failed; 2 the file or the command line cannot be used;
3 nothing failed, but something could not be checked, or nobody vouches for the key that signed.
"""

import base64
import contextlib
import datetime
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import tempfile

MEDIA_TYPE = "application/vnd.dev.sigstore.bundle.v0.3+json"
PAYLOAD_TYPE = "application/vnd.in-toto+json"
STATEMENT_TYPE = "https://in-toto.io/Statement/v1"
PREDICATE_TYPE = "urn:uuid:d2b452c0-dce6-43e4-911e-9addf9fba50f#read-evidence/v2"
OLD_PREDICATE_TYPE = "urn:uuid:d2b452c0-dce6-43e4-911e-9addf9fba50f#read-evidence/v1"
SPKI_PREFIX = bytes.fromhex("302a300506032b6570032100")
MOST_BYTES = 32 * 1024 * 1024
LARGEST_EXACT = 2**53 - 1
WORDS = {
    "green": "Verified",
    "keyOnly": "Key proven, value not covered",
    "amber": "Could not check",
    "red": "Failed",
}
WORST_FIRST = ["red", "amber", "keyOnly", "green"]
MARKS = {"pass": "[ok]", "undecided": "[??]", "fail": "[!!]"}


class Unusable(Exception):
    """The file cannot be read as a bundle, so there is no verdict."""


class CannotCheck(Exception):
    """A hash function or rule that this script does not have."""


def quote(text):
    """Text of others as one line of ASCII, so that it can forge no other line."""
    return json.dumps(str(text)).replace("\x7f", "\\u007f")


# --- JSON -------------------------------------------------------------------------------------------------------


def no_duplicates(pairs):
    found = {}
    for name, value in pairs:
        if name in found:
            raise ValueError("the property %s occurs twice" % quote(name))
        found[name] = value
    return found


def no_constant(name):
    raise ValueError("%s is not JSON" % name)


def exact_or_float(digits):
    """JavaScript has only one kind of number."""
    value = float(digits) if len(digits) > 15 else int(digits)
    return int(value) if abs(value) <= LARGEST_EXACT else value


def exact_or_text(digits):
    """Integers that JavaScript cannot carry, which Atom Explorer keeps as text with all their digits."""
    exact = len(digits) < 18 and abs(int(digits)) <= LARGEST_EXACT
    return int(digits) if exact else digits if len(digits.lstrip("-")) >= 16 else float(digits)


def nesting_and_commas(text):
    """How deep a JSON text is nested at most, and how many commas it has outside of strings."""
    depth = deepest = commas = 0
    for match in re.finditer(r'"(?:[^"\\]|\\.)*"|[][{},]', text, re.S):
        token = match.group()
        if token in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif token in "]}":
            depth -= 1
        elif token == ",":
            commas += 1
    return deepest, commas


def write_number(value):
    """As JavaScript writes it (ECMA-262, Number::toString)."""
    if isinstance(value, int):
        return str(value)
    if value == 0:
        return "0"
    if value != value or value in (float("inf"), float("-inf")):
        raise ValueError("not a finite number")
    digits, _, power = repr(abs(value)).partition("e")
    whole, _, fraction = digits.partition(".")
    point = len(whole) + int(power or 0)
    digits = (whole + fraction).lstrip("0")
    point -= len(whole + fraction) - len(digits)
    digits = digits.rstrip("0")
    sign, count = "-" if value < 0 else "", len(digits)
    if count <= point <= 21:
        return sign + digits + "0" * (point - count)
    if 0 < point <= 21:
        return sign + digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + digits
    exponent = "e%+d" % (point - 1)
    return sign + digits[0] + ("." + digits[1:] if count > 1 else "") + exponent


def name_order(is_old):
    """RFC 8785 sorts names by their UTF-16 units. JSON.stringify puts names that are small integers first."""

    def of(item):
        at, name = item
        if not is_old:
            return (0, name.encode("utf-16-be", "surrogatepass"))
        is_index = re.fullmatch("0|[1-9][0-9]{0,9}", name) and int(name) < 2**32 - 1
        return (0, int(name)) if is_index else (1, at)

    return of


def write_json(value, is_old):
    """The only form of a value: RFC 8785, or what JSON.stringify writes."""
    if isinstance(value, dict):
        names = [name for _, name in sorted(enumerate(value), key=name_order(is_old))]
        members = (write_json(name, is_old) + ":" + write_json(value[name], is_old) for name in names)
        return "{" + ",".join(members) + "}"
    if isinstance(value, list):
        return "[" + ",".join(write_json(item, is_old) for item in value) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return write_number(value)


def strict_base64(text, what):
    try:
        data = base64.b64decode(text, validate=True)
    except (ValueError, TypeError) as error:
        raise Unusable("%s is not base64: %s" % (what, error))
    if base64.b64encode(data).decode() != text:
        raise Unusable("%s is not base64 in its only form." % what)
    return data


# --- the envelope -----------------------------------------------------------------------------------------------


def read_bundle(data):
    if len(data) > MOST_BYTES:
        raise Unusable("The bundle is larger than %d bytes." % MOST_BYTES)
    try:
        text = data.decode("ascii")
        if nesting_and_commas(text)[0] > 16:
            raise ValueError("nested too deep")
        bundle = json.loads(text, object_pairs_hook=no_duplicates)
    except (ValueError, RecursionError) as error:
        raise Unusable("The bundle is not JSON that can be read: %s" % quote(error))
    try:
        if bundle["mediaType"] != MEDIA_TYPE:
            raise Unusable("The bundle has another type: %s" % quote(bundle["mediaType"]))
        material = bundle["verificationMaterial"]
        envelope = bundle["dsseEnvelope"]
        if envelope["payloadType"] != PAYLOAD_TYPE:
            raise Unusable("The signed contents have another type: %s" % quote(envelope["payloadType"]))
        signatures = envelope["signatures"]
        if len(signatures) != 1:
            raise Unusable("The bundle has %d signatures; it must have exactly one." % len(signatures))
        hint, key_id, signature = material["publicKey"]["hint"], signatures[0]["keyid"], signatures[0]["sig"]
        timestamps = material["timestampVerificationData"]["rfc3161Timestamps"]
        tokens = [{"signedTimestamp": each["signedTimestamp"]} for each in timestamps]
        written = {
            "mediaType": MEDIA_TYPE,
            "verificationMaterial": {
                "publicKey": {"hint": hint},
                "tlogEntries": [],
                "timestampVerificationData": {"rfc3161Timestamps": tokens},
            },
            "dsseEnvelope": {
                "payload": envelope["payload"],
                "payloadType": PAYLOAD_TYPE,
                "signatures": [{"sig": signature, "keyid": key_id}],
            },
        }
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise Unusable("This is not an evidence bundle: %s is missing or of the wrong type." % quote(error))
    if len(tokens) > 4 or json.dumps(written, separators=(",", ":")) + "\n" != text:
        raise Unusable("The bundle is not written as Atom Explorer writes it. It was altered or reformatted.")
    spki = strict_base64(hint, "The public key")
    if len(spki) != 44 or not spki.startswith(SPKI_PREFIX) or is_low_order(spki[len(SPKI_PREFIX) :]):
        raise Unusable("The bundle does not contain an Ed25519 public key that anyone can own.")
    if hashlib.sha256(spki).hexdigest() != key_id:
        raise Unusable("The key ID is not the fingerprint of the public key.")
    payload = strict_base64(envelope["payload"], "The payload")
    signature = strict_base64(signature, "The signature")
    if len(signature) != 64:
        raise Unusable("The signature does not have 64 bytes.")
    responses = [strict_base64(each["signedTimestamp"], "A timestamp") for each in timestamps]
    return payload, spki, key_id, signature, responses


def is_low_order(key):
    """Under a key of small order, one signature fits every message, and openssl accepts it. Nobody can own such a key."""
    small = (
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    )
    return (key[:31] + bytes([key[31] & 0x7F])).hex() in small


def pre_auth_encoding(payload):
    kind = PAYLOAD_TYPE.encode()
    return b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(payload), payload)


def openssl_verifies(spki, message, signature):
    """One line of openssl: Python's standard library has no Ed25519."""
    if len(signature) != 64:
        return False
    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for name, content in (("key.der", spki), ("message", message), ("signature", signature)):
            files[name] = os.path.join(folder, name)
            with open(files[name], "wb") as file:
                file.write(content)
        command = ["openssl", "pkeyutl", "-verify", "-rawin", "-pubin", "-keyform", "DER"]
        command += ["-inkey", files["key.der"], "-in", files["message"], "-sigfile", files["signature"]]
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        except FileNotFoundError:
            raise Unusable("The openssl program is needed to check the signature, and was not found.")
    if done.returncode == 0 and b"Successfully" in done.stdout:
        return True
    if done.returncode == 1 and b"Failure" in done.stdout:
        return False
    raise Unusable("openssl could not check the signature: %s" % quote(done.stderr.decode(errors="replace").strip()))


def der_items(data):
    """The values that follow each other in DER (X.690), each as (tag, content, whole). Raises ValueError for anything else."""
    items, at = [], 0
    while at < len(data):
        tag, start = data[at], at + 2
        length = data[at + 1] if at + 1 < len(data) else 0x80
        if length >= 0x80:
            start += length & 0x7F
            length = int.from_bytes(data[at + 2 : start], "big")
            if not 1 <= start - at - 2 <= 4 or length < max(0x80, 1 << 8 * (start - at - 3)):
                raise ValueError("a length that is not DER")
        if tag & 0x1F == 0x1F or start + length > len(data):
            raise ValueError("not DER")
        items.append((tag, data[start : start + length], data[at : start + length]))
        at = start + length
    return items


def der_parts(value, tag):
    """The values inside of one value, which must have this tag."""
    if value[0] != tag:
        raise ValueError("another tag")
    return der_items(value[1])


SEQUENCE, SET, OCTETS, TIME, CONTEXT_0 = 0x30, 0x31, 0x04, 0x18, 0xA0
SIGNED_DATA = bytes.fromhex("06092a864886f70d010702")
TST_INFO = bytes.fromhex("060b2a864886f70d0109100104")
GRANTED = bytes.fromhex("3003020100")


def stated_time(response):
    """The time of a TimeStampResp (RFC 3161), from its TSTInfo: only that is signed, the texts around it are not. As
    (seconds since 1970, words); raises ValueError if there is none."""
    [whole] = der_items(response)
    status, token = der_parts(whole, SEQUENCE)
    if status[2] != GRANTED:
        raise ValueError("text that nobody signed")
    kind, content = der_parts(token, SEQUENCE)
    if kind[2] != SIGNED_DATA:
        raise ValueError("another type of token")
    [signed] = der_parts(content, CONTEXT_0)
    encapsulated = der_parts(signed, SEQUENCE)[2]
    kind, content = der_parts(encapsulated, SEQUENCE)
    if kind[2] != TST_INFO:
        raise ValueError("another type of contents")
    [octets] = der_parts(content, CONTEXT_0)
    if octets[0] != OCTETS:
        raise ValueError("another tag")
    [info] = der_items(octets[1])
    tag, text, _ = der_parts(info, SEQUENCE)[4]
    parts = re.fullmatch(rb"([0-9]{4})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})(?:\.[0-9]*[1-9])?Z", text)
    if tag != TIME or parts is None:
        raise ValueError("no time in UTC")
    time = datetime.datetime(*map(int, parts.groups()), tzinfo=datetime.timezone.utc)
    return int(time.timestamp()), time.strftime("%Y-%m-%d %H:%M:%S UTC")


def verify_timestamp(response, signature, tsa_cert):
    """An RFC 3161 response over the signature, checked by openssl at the time that it states. Returns (status, words)."""
    try:
        time, at = stated_time(response)
    except (ValueError, IndexError):
        return "fail", "The timestamp cannot be read, or has text that nobody signed."
    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for name, content in (("response", response), ("signature", signature)):
            files[name] = os.path.join(folder, name)
            with open(files[name], "wb") as file:
                file.write(content)
        token, certificates = os.path.join(folder, "token"), os.path.join(folder, "certificates")

        def openssl(*command):
            done = subprocess.run(("openssl",) + command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            return done.returncode == 0

        def is_verified(trusted):
            command = ("ts", "-verify", "-in", files["response"], "-data", files["signature"], "-CAfile", trusted)
            return openssl(*command, "-partial_chain", "-attime", str(time))

        if tsa_cert is not None and is_verified(tsa_cert):
            return "pass", "The signature existed before %s, according to an authority that you trust." % at
        # With the certificates that it brings, everything can be checked but whose they are.
        openssl("ts", "-reply", "-in", files["response"], "-token_out", "-out", token)
        openssl("pkcs7", "-inform", "DER", "-in", token, "-print_certs", "-out", certificates)
        if not os.path.exists(certificates) or not is_verified(certificates):
            return "fail", "The timestamp is wrong, and proves nothing."
    return "undecided", "Could not check who issued the timestamp, which states %s: pass --tsa-cert." % at


def fingerprint_of(key):
    digits = re.sub(r"[:\s]", "", key).lower()
    if re.fullmatch(r"[0-9a-f]{64}", digits):
        return digits
    try:
        with open(key, encoding="ascii") as file:
            pem = file.read()
    except (OSError, UnicodeDecodeError):
        raise Unusable("--key is neither a fingerprint of 64 hex digits nor a file with a public key.")
    body = re.search(r"-----BEGIN PUBLIC KEY-----(.*?)-----END PUBLIC KEY-----", pem, re.S)
    if body is None:
        raise Unusable("%s does not contain a public key." % quote(key))
    return hashlib.sha256(base64.b64decode(body.group(1))).hexdigest()


# --- the form of a statement ------------------------------------------------------------------------------------


def utf16_length(text):
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def is_type(value, kind):
    if kind == "object":
        return isinstance(value, dict)
    if kind == "array":
        return isinstance(value, list)
    if kind == "string":
        return isinstance(value, str)
    if kind == "null":
        return value is None
    if kind == "boolean":
        return isinstance(value, bool)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return kind == "number" or value == int(value)


def fits(value, schema):
    """Whether a value has the form that a JSON Schema asks for. Knows only the words that SCHEMA has."""
    if "$ref" in schema and not fits(value, SCHEMA["$defs"][schema["$ref"].split("/")[-1]]):
        return False
    kinds = schema.get("type", [])
    if kinds and not any(is_type(value, kind) for kind in ([kinds] if isinstance(kinds, str) else kinds)):
        return False
    if "const" in schema and value != schema["const"] or "enum" in schema and value not in schema["enum"]:
        return False
    for choice in ("anyOf", "oneOf"):
        if choice in schema and not any(fits(value, each) for each in schema[choice]):
            return False
    if isinstance(value, str):
        # In Python, $ also matches before a line feed at the end.
        pattern = schema.get("pattern", "").replace("$", r"\Z")
        length = utf16_length(value)
        longest = schema.get("maxLength", length)
        return schema.get("minLength", 0) <= length <= longest and re.search(pattern, value, re.ASCII) is not None
    if isinstance(value, list):
        count = len(value)
        sized = schema.get("minItems", 0) <= count <= schema.get("maxItems", count)
        return sized and ("items" not in schema or all(fits(each, schema["items"]) for each in value))
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        closed = schema.get("additionalProperties", True) is False
        if closed and set(value) - set(properties) or set(schema.get("required", [])) - set(value):
            return False
        return all(fits(value[name], properties[name]) for name in value if name in properties)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return schema.get("minimum", value) <= value <= schema.get("maximum", value)
    return True


def read_statement(payload):
    """The signed statement, which has exactly one form: canonical JSON with exactly the known fields."""
    try:
        text = payload.decode()
        nesting, commas = nesting_and_commas(text)
        if nesting > 64 or commas >= 2000000:
            raise ValueError("nested too deep, or too many values")
        options = {"object_pairs_hook": no_duplicates, "parse_constant": no_constant, "parse_int": exact_or_float}
        statement = json.loads(text, **options)
        is_old = isinstance(statement, dict) and statement.get("predicateType") == OLD_PREDICATE_TYPE
        if write_json(statement, is_old) != text or re.search(r"(?<!\\)(?:\\\\)*\\u[dD][89a-fA-F]", text):
            raise ValueError("not written as Atom Explorer writes it")
    except (ValueError, OverflowError, RecursionError) as error:
        raise Unusable("The signed statement cannot be read: %s" % quote(error))
    if not isinstance(statement, dict) or statement.get("_type") != STATEMENT_TYPE:
        raise Unusable("The signed contents are not an in-toto statement of version 1.")
    if statement.get("predicateType") not in (PREDICATE_TYPE, OLD_PREDICATE_TYPE):
        raise Unusable("The statement is of another type: %s" % quote(statement.get("predicateType")))
    if not fits(statement, SCHEMA):
        raise Unusable("The signed statement does not have the form of evidence.")
    predicate = statement["predicate"]
    for item in predicate["reads"] + predicate["receipts"]:
        if item["scheme"] is not None and item["scheme"] >= len(predicate["schemes"]):
            raise Unusable("The signed statement names hashing rules that it does not have.")
    for read in predicate["reads"]:
        if ("grounds" in read["verdict"]) == is_old:
            raise Unusable("Only verdicts of version 1 have no grounds.")
    for response in predicate["rawResponses"]:
        if re.search(r"(?:^|[/\\])\.\.(?:[/\\?#]|\Z)", response["path"]):
            raise Unusable("The signed statement has a path that leads upwards.")
    if "audit" in predicate:
        counts = predicate["audit"]["footer"]["counts"]
        if sum(counts["outcomes"].values()) != counts["records"]:
            raise Unusable("The signed statement has counts that do not add up.")
    return statement


def plain(carried):
    if isinstance(carried, dict):
        units = carried["utf16"]
        data = b"".join(bytes.fromhex(units[at : at + 4])[::-1] for at in range(0, len(units), 4))
        return data.decode("utf-16-le", "surrogatepass")
    return carried


def is_unicode(text):
    return not any(0xD800 <= ord(character) <= 0xDFFF for character in text)


# --- hashing rules ----------------------------------------------------------------------------------------------


def hash_bytes(name, message):
    if name == "sha-256":
        return hashlib.sha256(message).digest()
    if name == "sha-384":
        return hashlib.sha384(message).digest()
    if name == "sha-512":
        return hashlib.sha512(message).digest()
    if name == "sha3-256":
        return hashlib.sha3_256(message).digest()
    if name == "blake2b-256":
        return hashlib.blake2b(message, digest_size=32).digest()
    if name == "blake2s-256":
        return hashlib.blake2s(message).digest()
    if name == "sha-512-256":
        try:
            return hashlib.new("sha512_256", message).digest()
        except ValueError:
            pass
    raise CannotCheck("This script has no %s." % name)


def hash_length(name):
    return {"sha-384": 48, "sha-512": 64}.get(name, 32)


def hash_node(left, right, rule):
    name, node = rule["hash"], rule["node"]
    if node == "prefix-01":
        return hash_bytes(name, b"\x01" + left + right)
    if node == "concat":
        return hash_bytes(name, left + right)
    if node == "sorted":
        return hash_bytes(name, min(left, right) + max(left, right))
    if node == "double":
        return hash_bytes(name, hash_bytes(name, left + right))
    if node == "hex":
        return hash_bytes(name, (left.hex() + right.hex()).encode())
    raise CannotCheck("This script does not know the node rule %s." % node)


def hash_link(root, link, name):
    """The leaf of the next tree for the root of this one."""
    if link == "same":
        return root
    if link == "hash-00":
        return hash_bytes(name, b"\x00" + root)
    if link == "hash":
        return hash_bytes(name, root)
    if link == "hash-hex":
        return hash_bytes(name, root.hex().encode())
    raise CannotCheck("This script does not know the link %s." % link)


class Gap(Exception):
    """The leaf rule cannot be applied to this atom."""


SEPARATORS = {"concat": "", "join-colon": ":", "join-pipe": "|", "join-nul": "\0", "join-newline": "\n"}
LENGTHS = {
    "length-u32be": (4, "big"),
    "length-u32le": (4, "little"),
    "length-u64be": (8, "big"),
    "length-u64le": (8, "little"),
}
FIELD_ORDERS = (
    "key,value,version key,version,value value,key,version value,version,key version,key,value version,value,key "
    "key,value value,key"
).split()
HASHED_FIELDS = ("concat:key,hash-value", "concat:hash-key,hash-value")
PREIMAGES = {"json:key,value,version", "json:key,value", "key", "value", "atom"}
PREIMAGES.update(HASHED_FIELDS)
PREIMAGES.update("%s:%s" % (kind, order) for kind in [*SEPARATORS, *LENGTHS, "json-array"] for order in FIELD_ORDERS)


def bound_fields(preimage):
    return ["key"] if preimage == "atom" else preimage.split(":", 1)[-1].replace("hash-", "").split(",")


def leaf_preimage(preimage, name, atom):
    if preimage not in PREIMAGES:
        raise Gap("an unknown rule")
    if preimage == "atom" and atom["value"]:
        raise Gap("the atom has a value")
    text = {}
    for field in bound_fields(preimage):
        value = atom[field]
        if value is None:
            raise Gap(field + " is missing")
        if field == "version":
            if value != int(value) or abs(value) > LARGEST_EXACT:
                raise Gap("the version is not an exact integer")
            value = str(int(value))
        elif not is_unicode(value):
            raise Gap("the %s is not valid Unicode" % field)
        text[field] = value
    if preimage in ("key", "value", "atom"):
        return text["value" if preimage == "value" else "key"].encode()
    if preimage == "concat:key,hash-value":
        return text["key"].encode() + hash_bytes(name, text["value"].encode())
    if preimage == "concat:hash-key,hash-value":
        return hash_bytes(name, text["key"].encode()) + hash_bytes(name, text["value"].encode())
    kind = preimage.split(":", 1)[0]
    typed = [int(text[field]) if field == "version" else text[field] for field in text]
    if kind == "json":
        return json.dumps(dict(zip(text, typed)), separators=(",", ":"), ensure_ascii=False).encode()
    if kind == "json-array":
        return json.dumps(typed, separators=(",", ":"), ensure_ascii=False).encode()
    if kind in SEPARATORS:
        return SEPARATORS[kind].join(text.values()).encode()
    size, order = LENGTHS[kind]
    parts = [each.encode() for each in text.values()]
    return b"".join(len(part).to_bytes(size, order) + part for part in parts)


def hash_leaf(rule, atom):
    name = rule["hash"]
    message = leaf_preimage(rule["preimage"], name, atom)
    if rule["digest"] == "plain":
        return hash_bytes(name, message)
    if rule["digest"] == "prefix-00":
        return hash_bytes(name, b"\x00" + message)
    if rule["digest"] == "double":
        return hash_bytes(name, hash_bytes(name, message))
    raise CannotCheck("This script does not know the leaf digest %s." % rule["digest"])


# --- proofs -----------------------------------------------------------------------------------------------------


class Malformed(Exception):
    pass


HASH_LENGTHS = (32, 48, 64)


def from_hex(text):
    digits = text[2:] if text[:2] in ("0x", "0X") else text
    return bytes.fromhex(digits) if re.fullmatch(r"(?:[0-9a-fA-F]{2})*", digits) else None


def from_base64(text):
    """base64 or base64url, padded in full or not at all, in its only form."""
    bare = re.sub(r"={1,2}\Z", "", text)
    if re.search(r"[^A-Za-z0-9+/_-]", bare) or re.search(r"[+/]", bare) and re.search(r"[_-]", bare):
        return None
    if len(bare) % 4 == 1 or bare != text and len(text) % 4 != 0:
        return None
    standard = bare.replace("-", "+").replace("_", "/")
    data = base64.b64decode(standard + "=" * (-len(bare) % 4))
    return data if base64.b64encode(data).decode().rstrip("=") == standard else None


class HashReader:
    """All hashes of a proof are made by one function, so the first one that can be read sets their length."""

    def __init__(self, length=None):
        self.length, self.has_base64 = length, False

    def read(self, text):
        if not isinstance(text, str):
            raise Malformed()
        lengths = HASH_LENGTHS if self.length is None else (self.length,)
        as_hex, as_base64 = from_hex(text), from_base64(text)
        fits_hex = as_hex is not None and len(as_hex) in lengths
        fits_base64 = as_base64 is not None and len(as_base64) in lengths
        is_other_hex = as_hex is not None and len(as_hex) in HASH_LENGTHS and not self.has_base64
        if fits_hex and not (self.has_base64 and fits_base64):
            data = as_hex
        elif fits_base64 and not is_other_hex:
            data, self.has_base64 = as_base64, True
        else:
            raise Malformed()
        self.length = len(data)
        return data


def read_hash(text):
    """Raises Malformed for anything but a hash in any known encoding."""
    return HashReader().read(text)


def read_integer(value, small_as_text, may_lack):
    if value is None and may_lack:
        return None
    if isinstance(value, str):
        if not re.fullmatch(r"0|[1-9][0-9]{0,77}", value) or int(value) >= 2**256:
            raise Malformed()
        if int(value) <= LARGEST_EXACT and not small_as_text:
            raise Malformed()
        return int(value)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != int(value):
        raise Malformed()
    if not 0 <= value <= LARGEST_EXACT:
        raise Malformed()
    return int(value)


# The names that tell a kind of proof, and those of its leaf, siblings, root, index, and size; whether small integers may be
# text, and whether index and size may be missing.
KINDS_OF_PROOFS = (
    (("leafHash", "siblings", "leafIndex"), ("leafHash", "siblings", "rootHash", "leafIndex", "treeSize"), False, False),
    (("auditPath", "leaf"), ("leaf", "auditPath", "root", "index", "treeSize"), False, True),
    (("hashes", "logIndex"), (None, "hashes", "rootHash", "logIndex", "treeSize"), True, False),
)


def kind_of_proof(link):
    found = [kind for kind in KINDS_OF_PROOFS if any(name in link for name in kind[0])]
    return found[0] if found else KINDS_OF_PROOFS[0]


def links_of(proof):
    """The proofs of a chain, inner first; anything else is one proof."""
    if isinstance(proof, list):
        return proof
    if isinstance(proof, dict) and "currentProof" in proof:
        return [proof["currentProof"], proof.get("shardRootProof")]
    return [proof]


def carries_leaf(proof):
    links = links_of(proof)
    return not links or not isinstance(links[0], dict) or kind_of_proof(links[0])[1][0] is not None


def parse_proof(proof, length=None, leaf=None):
    """The links of a proof, strictly. Raises Malformed. leaf: for proofs that carry none, as text."""
    links, reader, chain = links_of(proof), HashReader(length), []
    if not 1 <= len(links) <= 16:
        raise Malformed()
    for at, link in enumerate(links):
        if not isinstance(link, dict):
            raise Malformed()
        _, names, small_as_text, may_lack = kind_of_proof(link)
        own = leaf if at == 0 else None
        read = {"leaf": reader.read(own if names[0] is None else link.get(names[0]))}
        siblings = link.get(names[1])
        if not isinstance(siblings, list) or len(siblings) > 256:
            raise Malformed()
        read["siblings"] = [reader.read(each) for each in siblings]
        read["root"] = reader.read(link.get(names[2]))
        read["index"] = read_integer(link.get(names[3]), small_as_text, may_lack)
        read["size"] = read_integer(link.get(names[4]), small_as_text, may_lack)
        if read["size"] == 0 or None not in (read["index"], read["size"]) and read["index"] >= read["size"]:
            raise Malformed()
        chain.append(read)
    return chain


def claimed_root(proof):
    """The root that a proof states, and the size of its tree; None if it cannot be read."""
    leaf = None
    if not carries_leaf(proof):
        # Any leaf will do, because it is not used.
        leaf = links_of(proof)[0].get("rootHash")
    try:
        outer = parse_proof(proof, None, leaf)[-1]
    except Malformed:
        return None
    return outer["root"], outer["size"]


def levels_of(rule):
    return len(rule.get("links", [])) + 1


def read_proof(proof, atom, scheme):
    """(chain, where its leaf comes from); None if there is none. Raises Malformed."""
    paths, leaves = (scheme["path"], scheme["leaf"]) if scheme else ([], [])
    if proof is None:
        return None
    lengths = {hash_length(rule["hash"]) for rule in paths + leaves}
    length = lengths.pop() if len(lengths) == 1 else None
    if carries_leaf(proof):
        chain, source = parse_proof(proof, length), "proof"
    elif atom["hash"] is not None:
        chain, source = parse_proof(proof, length, atom["hash"]), "atom"
    else:
        chains = []
        for rule in leaves:
            try:
                chains.append(parse_proof(proof, length, hash_leaf(rule, atom).hex()))
            except Gap:
                pass
        if not chains:
            return None
        leading = [one for one in chains if any(leads_to_root(one[0], rule) for rule in paths)]
        chain, source = (leading or chains)[0], "content"
    # A chain of another number of proofs than the rules have levels cannot be followed by them.
    if paths and len(chain) not in {levels_of(rule) for rule in paths}:
        raise Malformed()
    return chain, source


def places_to_root(index, size):
    """For each level, on which side the neighbor stands; None for the last of an odd number."""
    places, last = [], size - 1
    while last > 0:
        places.append("left" if index % 2 == 1 else "right" if index < last else None)
        index, last = index // 2, last // 2
    return places


def stand_in_size(index, siblings):
    """A size for which a leaf at this index has so many siblings: all such sizes lead to the same sides."""
    for level in range(siblings + 1):
        if level + bin(index >> level).count("1") == siblings:
            return ((index >> level) + 1) << level
    return index + 1


def sibling_counts(places, shape):
    neighbors = sum(1 for place in places if place is not None)
    return {neighbors} if shape == "rfc6962" else {neighbors, len(places)}


def leads_to_root(proof, rule):
    """RFC 9162 section 2.1.3.2, for every tree shape that the app knows."""
    index, size = proof["index"], proof["size"]
    if index is None:
        if rule["node"] != "sorted":
            return False
        # Where pairs are sorted, the sides make no difference.
        index, size = 0, None
    places = places_to_root(index, stand_in_size(index, len(proof["siblings"])) if size is None else size)
    expected = sibling_counts(places, rule["shape"])
    if len(proof["siblings"]) not in expected:
        return False
    lists_partners = len(expected) > 1 and len(proof["siblings"]) == len(places)
    siblings = iter(proof["siblings"] if rule["order"] == "leaf-to-root" else reversed(proof["siblings"]))
    node, padding = proof["leaf"], bytes(len(proof["leaf"]))
    for place in places:
        if place == "left":
            node = hash_node(next(siblings), node, rule)
        elif place == "right":
            node = hash_node(node, next(siblings), rule)
        else:
            partner = next(siblings) if lists_partners else None
            if rule["shape"] == "duplicate-last":
                if partner is not None and partner != node:
                    return False
                node = hash_node(node, node, rule)
            elif rule["shape"] == "zero-pad":
                if partner is not None and partner != padding:
                    return False
                node = hash_node(node, padding, rule)
        if rule["shape"] == "zero-pad":
            padding = hash_node(padding, padding, rule)
    return node == proof["root"]


# --- atoms ------------------------------------------------------------------------------------------------------


def separates_leaves(rule, leaves):
    """Whether no bytes can be both a leaf and a node before they are hashed."""
    if not leaves:
        return rule["node"] == "prefix-01"
    for leaf in leaves:
        if leaf["digest"] == "double":
            separate = rule["node"] != "double"
        else:
            separate = leaf["digest"] == "prefix-00" and rule["node"] in ("prefix-01", "hex")
        if not separate:
            return False
    return True


def may_be_link(leaf, link):
    """Whether the bytes that are hashed for a leaf could be those of a link."""
    preimage, digest = leaf["preimage"], leaf["digest"]
    if preimage.startswith("json:") and preimage in PREIMAGES and digest != "double":
        return False
    if digest == "double":
        return link == "hash"
    if link != "hash-hex":
        return True
    if digest != "plain":
        return False
    is_plain = preimage.startswith("concat:") and preimage not in HASHED_FIELDS
    return preimage not in PREIMAGES or is_plain or preimage in ("key", "value", "atom")


def may_link_be_atom(rule, scheme):
    """Whether whoever can store an atom could have linked a tree of their own: an atom of the outer tree may stand for a root."""
    if scheme["origin"] in ("built-in", "specified"):
        return False
    for link in rule.get("links", []):
        if link == "same":
            if not separates_leaves(rule, scheme["leaf"]):
                return True
        elif scheme["origin"] != "chosen":
            if not scheme["leaf"] or any(may_be_link(leaf, link) for leaf in scheme["leaf"]):
                return True
    return False


def check_well_formed(chain, paths):
    """The number of siblings fits the position in a tree of a shape that the rules allow. Returns (status, code)."""
    statuses, rules = [], [rule for rule in paths if levels_of(rule) == len(chain)]
    for proof in chain:
        if proof["index"] is None or proof["size"] is None:
            statuses.append("undecided")
            continue
        places, given = places_to_root(proof["index"], proof["size"]), len(proof["siblings"])
        expected = set().union(*(sibling_counts(places, rule["shape"]) for rule in rules))
        if rules:
            statuses.append("pass" if given in expected else "fail")
        else:
            statuses.append("fail" if given == 0 and proof["size"] > 1 else "undecided")
    status = min(statuses, key=["fail", "undecided", "pass"].index)
    lacks_place = len(chain) == 1 and None in (chain[0]["index"], chain[0]["size"])
    return status, "position-missing" if lacks_place else ""


def check_path(chain, scheme):
    """It leads to exactly the stated root; in a chain, every root is linked to the next tree. Returns (status, by which rules)."""
    if scheme is None or not scheme["path"]:
        return "undecided", []
    rules = [rule for rule in scheme["path"] if levels_of(rule) == len(chain)]
    followable = rules
    if any(proof["index"] is None for proof in chain):
        followable = [rule for rule in rules if rule["node"] == "sorted"]
    reached = [rule for rule in followable if all(leads_to_root(proof, rule) for proof in chain)]
    if not reached:
        return "undecided" if len(followable) < len(rules) else "fail", []
    linked = [
        rule
        for rule in reached
        if all(
            hash_link(inner["root"], link, rule["hash"]) == outer["leaf"]
            for inner, link, outer in zip(chain, rule.get("links", []), chain[1:])
        )
    ]
    if not linked:
        return "fail", []
    return ("undecided", []) if any(may_link_be_atom(rule, scheme) for rule in linked) else ("pass", linked)


def is_unusual(text):
    return re.search(r"[^\t\n\r -~]", text or "") is not None


def may_be_hashes(atom, leaf, rule):
    """Whether the texts of an atom are such that an attacker can find hashes that they consist of."""
    key, value, preimage = atom["key"] or "", atom["value"] or "", leaf["preimage"]
    if preimage == "concat:hash-key,hash-value":
        length = hash_length(leaf["hash"])
        parts = [is_unusual(text) and len(text.encode("utf-8", "replace")) % length == 0 for text in (key, value)]
        return rule["node"] != "hex" and all(parts)
    only_key = preimage in ("key", "atom", "concat:key,hash-value")
    texts = [value] if preimage == "value" else [key] if only_key else [key, value]
    if rule["node"] == "hex":
        return all(re.fullmatch(r"[0-9a-f]*", text) for text in texts)
    return any(is_unusual(text) for text in texts)


def could_be_node(atom, leaf, rule):
    """Whether what is hashed for an atom has the form of what is hashed for an inner node."""
    if separates_leaves(rule, [leaf]) or leaf["hash"] != rule["hash"] or re.match("json|length", leaf["preimage"]):
        return False
    if not may_be_hashes(atom, leaf, rule):
        return False
    message = leaf_preimage(leaf["preimage"], leaf["hash"], atom)
    length, node, digest = hash_length(rule["hash"]), rule["node"], leaf["digest"]
    # What is hashed first, where both are hashed twice.
    if digest == "prefix-00":
        message = b"\x00" + message
    elif digest == "double" and node != "double":
        message = hash_bytes(leaf["hash"], message)
    if node == "hex":
        return len(message) == 4 * length
    if node == "prefix-01":
        return len(message) == 2 * length + 1 and message[0] == 1
    if node == "double":
        if "hash" in rule.get("links", []) and len(message) == 2 * length:
            return True
        return len(message) == (2 if digest == "double" else 1) * length
    return len(message) == 2 * length


def is_version(text):
    return re.fullmatch(r"0|-?[1-9][0-9]{0,15}", text) is not None and abs(int(text)) <= LARGEST_EXACT


def has_open_boundary(atom, preimage):
    """Whether the text that is hashed could also be cut into another key, value, and version."""
    kind = preimage.split(":", 1)[0]
    if kind not in SEPARATORS or preimage in HASHED_FIELDS:
        return False
    fields, separator = bound_fields(preimage), SEPARATORS[kind]
    texts = {field: str(int(atom[field])) if field == "version" else atom[field] for field in fields}
    if fields[1] == "version":
        text = separator.join(texts.values())
        if separator:
            return sum(map(is_version, text.split(separator)[1:-1])) > 1
        return len(re.findall("[0-9]", text)) > 1 or re.search("-[1-9]", text) is not None
    return not separator or separator in texts["key"] or separator in texts["value"]


def check_content(leaf, atom, leaves, paths):
    """The leaf is the hash of this key, value, and version, and of no others. paths: the rules by which the path leads to the root.
    Returns (status, whether it settles that only the key is covered, code)."""
    if not any(leaf):
        return "fail", False, "empty-leaf"
    fitting, gap, differs = [], False, False
    for rule in leaves:
        try:
            same = hash_leaf(rule, atom) == leaf
            fitting += [rule] if same else []
            differs = differs or not same
        except Gap:
            gap = True
    if any(could_be_node(atom, rule, path) for rule in fitting for path in paths):
        return "undecided", False, "atom-may-be-node"
    if fitting:
        fitting = [rule["preimage"] for rule in fitting]
        bound = [set(bound_fields(each)) for each in fitting]
        certain = set.intersection(*bound)
        wanted = {"key"} if set(fitting) == {"atom"} else {"key", "value"}
        unbound = wanted - certain
        is_settled = not any(unbound & each for each in bound)
        if unbound:
            return "undecided", is_settled and "key" in certain, "content-not-covered"
        if any(has_open_boundary(atom, each) for each in fitting):
            return "undecided", False, "boundary-open"
        return "pass", False, "content-matches"
    return ("fail" if differs and not gap else "undecided"), False, ""


def check_atom(atom, requested_key, proof, scheme):
    """The checks that need nothing but the bundle. Returns (statuses, codes, settled key-only leaf, whether it was read)."""
    statuses = dict.fromkeys(("wellFormed", "path", "content", "coherent"), "undecided")
    codes, key_only, reading = {}, False, None
    if requested_key is not None and requested_key != atom["key"]:
        statuses["coherent"] = "fail"
    try:
        reading = read_proof(proof, atom, scheme)
    except Malformed:
        statuses["wellFormed"] = "fail"
    if reading is None:
        return statuses, codes, False, False
    chain, source = reading
    statuses["wellFormed"], codes["wellFormed"] = check_well_formed(chain, scheme["path"] if scheme else [])
    statuses["path"], paths = check_path(chain, scheme)
    statuses["content"], key_only, codes["content"] = check_content(
        chain[0]["leaf"], atom, scheme["leaf"] if scheme else [], paths
    )
    if atom["hash"] is not None and source == "proof":
        try:
            same = read_hash(atom["hash"]) == chain[0]["leaf"]
        except Malformed:
            same = False
        if not same:
            statuses["coherent"] = "fail"
    if statuses["coherent"] != "fail":
        statuses["coherent"] = "pass"
    return statuses, codes, key_only, True


def verdict_of(statuses, key_only):
    if "fail" in statuses.values():
        return "red"
    if statuses["path"] == statuses["content"] == statuses["coherent"] == "pass":
        return "green"
    if statuses["path"] == statuses["coherent"] == "pass" and key_only:
        return "keyOnly"
    return "amber"


def is_as_recorded(name, own, code, recorded, value_left_out):
    """Failures that rest on what only the signer knew are taken from the record."""
    if own == recorded["status"]:
        return True
    if name == "snapshot":
        return own != "fail"
    if name == "content" and value_left_out:
        return own == "undecided"
    if name == "wellFormed" and code == "position-missing":
        return recorded["status"] == "pass"
    outside = {
        "wellFormed": r"tree-size-differs",
        "coherent": r"incoherent\.(?:[^\n\r\u2028\u2029]*\+)?(?:memory|copies|leaf)(?:\+|\Z)|copy-unchecked",
    }
    return own == "pass" and name in outside and re.match(outside[name], recorded["code"]) is not None


def value_digest(value):
    if not is_unicode(value):
        return None, None
    data = value.encode()
    return hashlib.sha256(data).hexdigest(), len(data)


def place_of(read, scheme):
    """The place of the leaf that a read is said to be, if its proof shows one, and that it is the hash of this key; None otherwise."""
    scheme, _ = with_unrecorded_links(scheme, read["proof"])
    value = plain(read["value"]) if "value" in read else None
    atom = {"key": plain(read["key"]), "value": value, "version": read["version"], "hash": plain(read["hash"])}
    try:
        reading = read_proof(read["proof"], atom, scheme)
    except Malformed:
        return None
    if reading is None or scheme is None or check_path(reading[0], scheme)[0] != "pass":
        return None
    chain, fitting = reading[0], []
    if any(proof["index"] is None for proof in chain):
        return None
    for rule in scheme["leaf"]:
        try:
            if hash_leaf(rule, atom) == chain[0]["leaf"]:
                fitting.append(rule["preimage"])
        except Gap:
            pass
    if not fitting or not all("key" in bound_fields(each) for each in fitting):
        return None
    return tuple((proof["leaf"], proof["root"], proof["index"], tuple(proof["siblings"])) for proof in chain)


def reads_of_one_leaf(predicate):
    """Whether each read is said to be the same leaf as the read of another key. A leaf is of one atom."""
    places, keys = [], {}
    for read in predicate["reads"]:
        try:
            place = place_of(read, scheme_at(predicate, read["scheme"]))
        except CannotCheck:
            place = None
        places.append(place)
        keys.setdefault(place, set()).add(plain(read["key"]))
    return [place is not None and len(keys[place]) > 1 for place in places]


def as_judged_now(recorded, code):
    """Earlier versions let pass what is undecided now. Such a record is no contradiction, and shows no more than is known now."""
    before = recorded["checks"]["content"]
    if code not in ("atom-may-be-node", "boundary-open") or before["status"] == "fail":
        return recorded
    content = dict(before, status="undecided", code=code)
    status = "red" if recorded["status"] == "red" else "amber"
    return dict(recorded, status=status, checks=dict(recorded["checks"], content=content))


def verify_read(read, scheme, shared, is_of_other):
    """Returns (verdict, what differs from the record). shared: what the roots of its response have in common."""
    scheme, has_links = with_unrecorded_links(scheme, read["proof"])
    value = plain(read["value"]) if "value" in read else None
    atom = {"key": plain(read["key"]), "value": value, "version": read["version"], "hash": plain(read["hash"])}
    own, codes, key_only, was_read = check_atom(atom, plain(read["requestedKey"]), read["proof"], scheme)
    if is_of_other:
        own["coherent"] = "fail"
    own["snapshot"] = "fail" if shared == "differ" else "pass" if shared == "agree" and was_read else "undecided"
    recorded = as_judged_now(read["verdict"], codes.get("content"))
    checks = recorded["checks"]
    differences = [
        name for name in own if not is_as_recorded(name, own[name], codes.get(name, ""), checks[name], value is None)
    ]
    own_verdict = verdict_of(own, key_only)
    from_record = {"root": checks["root"]}
    for name in own:
        is_outside = own[name] != "fail" and checks[name]["status"] == "fail"
        is_outside = is_outside or name == "snapshot" and own[name] == "undecided"
        is_copy = name == "coherent" and checks[name]["code"] == "copy-unchecked" and own[name] == "pass"
        if is_outside or is_copy:
            from_record[name] = checks[name]
    statuses = dict(own, **{name: check["status"] for name, check in from_record.items()})
    held_back = any(ground["holdsBack"] for ground in recorded.get("grounds", []))
    is_open = statuses["coherent"] == "undecided" or any(
        check["code"] == "root.unexplained" for check in from_record.values()
    )
    if "fail" in statuses.values():
        verdict = "red"
    else:
        verdict = "amber" if (is_open or held_back) and own_verdict != "red" else own_verdict
    failed = any(check["status"] == "fail" for check in checks.values())
    green = not held_back and checks["root"]["code"] != "root.unexplained" and all(
        checks[name]["status"] == "pass" for name in ("path", "content", "coherent")
    )
    follows = failed == (recorded["status"] == "red") and (failed or green == (recorded["status"] == "green"))
    same = recorded["status"] == verdict or (value is None and verdict == "amber")
    if not (follows and same):
        differences.append("verdict")
    if value is not None and value_digest(value) != (read["valueSha256"], read["valueBytes"]):
        differences.append("value")
    if not has_links and verdict != "red":
        verdict = "amber"
    return ("red" if differences else verdict), differences


# --- the bundle as a whole --------------------------------------------------------------------------------------

OPEN_SERVER_PATHS = [
    {"hash": "sha-256", "node": "concat", "shape": "zero-pad", "order": "leaf-to-root", "links": ["hash-hex"]},
    {"hash": "sha-256", "node": "concat", "shape": "duplicate-last", "order": "leaf-to-root", "links": ["same"]},
]


def scheme_at(predicate, place):
    return None if place is None else predicate["schemes"][place]


def with_unrecorded_links(scheme, proof):
    """The rules for one proof, and whether they say how trees are linked. Earlier bundles have chains, and rules without links:
    such a chain is followed by whatever links it has, and shows nothing. The links of the open server are known."""
    if scheme is None or not scheme["path"] or any("links" in rule for rule in scheme["path"]):
        return scheme, True
    try:
        chain = parse_proof(proof)
    except Malformed:
        return scheme, True
    if len(chain) == 1:
        return scheme, True
    if scheme["origin"] == "specified" and [leaf["preimage"] for leaf in scheme["leaf"]] == ["atom"]:
        return dict(scheme, path=OPEN_SERVER_PATHS, origin="built-in"), True
    paths = []
    for rule in scheme["path"]:
        links = []
        for inner, outer in zip(chain, chain[1:]):
            known = ("same", "hash-00", "hash", "hash-hex")
            links += [link for link in known if hash_link(inner["root"], link, rule["hash"]) == outer["leaf"]][:1]
        if len(links) == len(chain) - 1:
            paths.append(dict(rule, links=links))
    if not paths:
        return scheme, True
    return dict(scheme, path=paths, origin="specified"), False


def shared_roots(reads):
    """Reads of one request at one time came in one response, from one tree: for each read, whether their roots agree."""
    groups = {}
    for at, read in enumerate(reads):
        groups.setdefault((read["requestId"], read["at"]), []).append(at)
    results = [""] * len(reads)
    for places in groups.values():
        claims = [claimed_root(reads[at]["proof"]) for at in places]
        known = [claim for claim in claims if claim is not None]
        roots = {root for root, _ in known}
        sizes = {size for _, size in known if size is not None}
        shared = "differ" if len(roots) > 1 or len(sizes) > 1 else "agree" if len(known) > 1 else ""
        for at in places:
            results[at] = shared
    return results


def encode_key(key):
    if re.fullmatch(r"\.+", key):
        return key.replace(".", "%2E")
    if not is_unicode(key):
        return None
    kept = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()"
    return "".join(chr(byte) if byte in kept else "%%%02X" % byte for byte in key.encode())


def body_of(response):
    body = response["body"]
    if "text" in body:
        return body["text"].encode()
    data = from_base64(body["base64"])
    return b"" if data is None else data


def subjects_of(predicate):
    subjects = []
    for read in predicate["reads"]:
        name = encode_key(plain(read["key"]))
        if name is not None and read["valueSha256"] is not None:
            subjects.append((name, read["valueSha256"]))
    for at, response in enumerate(predicate["rawResponses"]):
        subjects.append(("response:%d" % (at + 1), hashlib.sha256(body_of(response)).hexdigest()))
    if predicate["ledger"] is not None:
        checkpoint = predicate["ledger"]["checkpoint"].encode()
        subjects.append(("checkpoint:", hashlib.sha256(checkpoint).hexdigest()))
    if "audit" in predicate:
        subjects.append(("audit:", predicate["audit"]["file"]["sha256"]))
    if subjects:
        return subjects
    service = predicate["service"]
    named = service["name"] if service["address"] is None else service["address"]
    return [("service:", hashlib.sha256(named.encode()).hexdigest())]


# --- raw responses ----------------------------------------------------------------------------------------------


def carry(value, depth=54):
    """A service's JSON as a bundle carries it."""
    if isinstance(value, str):
        return "".join("\ufffd" if 0xD800 <= ord(character) <= 0xDFFF else character for character in value)
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return "not a finite number"
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if depth == 0:
        return "nested too deep to be carried"
    if isinstance(value, list):
        return [carry(item, depth - 1) for item in value]
    # Atom Explorer leaves such members out when it reads a response.
    return {carry(name): carry(item, depth - 1) for name, item in value.items() if name != "__proto__"}


def same_json(one, other):
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same_json(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(same_json(*pair) for pair in zip(one, other))
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return one == other


def atoms_in(response):
    """The atoms in a raw response, wherever they are in it, as (key or None, value, version, hash, proof)."""
    body = response["body"]
    if "text" not in body or nesting_and_commas(body["text"])[0] > 500:
        return []
    try:
        found = json.loads(body["text"], parse_constant=no_constant, parse_int=exact_or_text)
    except (ValueError, RecursionError):
        return []
    atoms, left = [], [(found, None)]
    while left:
        value, name = left.pop()
        if isinstance(value, list):
            left += [(item, None) for item in value]
        elif isinstance(value, dict):
            key = value["key"] if isinstance(value.get("key"), str) else name
            if isinstance(value.get("value"), str):
                atoms.append((key, value["value"], value.get("version"), value.get("hash"), value.get("proof")))
            elif isinstance(value.get("currentData"), str) and value.get("ok") is not False:
                # The open server: an atom is its key.
                chain = {name: value.get(name) for name in ("currentProof", "shardRootProof")}
                chain = None if chain["currentProof"] is None else chain
                atoms.append((value["currentData"], "", None, None, chain))
            for member, item in value.items():
                if member not in ("proof", "currentProof", "shardRootProof"):
                    left.append((item, key if member == "atom" else member))
    return atoms


def is_of(atom, read):
    _, value, version, hash_text, proof = atom
    return (
        (
            value == plain(read["value"])
            if "value" in read
            else read["valueSha256"] is None or value_digest(value)[0] == read["valueSha256"]
        )
        and (read["version"] is None or same_json(version, read["version"]))
        and (read["hash"] is None or hash_text == plain(read["hash"]))
        and (read["proof"] is None or same_json(carry(proof), read["proof"]))
    )


def compare_responses(predicate):
    """How many reads differ, or are not found; keys that are missing and were returned; responses of no read, and without atoms."""

    def response_of(item):
        return item["requestId"], item["at"]

    bodies = [(response_of(response), atoms_in(response)) for response in predicate["rawResponses"]]
    atoms, reads, with_body = {}, {}, set()
    for response, found in bodies:
        with_body.add(response)
        for atom in found:
            atoms.setdefault((response, atom[0]), []).append(atom)
    for read in predicate["reads"]:
        reads.setdefault((response_of(read), plain(read["key"])), []).append(read)

    def may_be(response, key):
        return atoms.get((response, key), []) + atoms.get((response, None), [])

    differ = not_found = 0
    for read in predicate["reads"]:
        response, key = response_of(read), plain(read["key"])
        if response not in with_body:
            continue
        same, of_key = may_be(response, key), reads[response, key]
        if not same:
            not_found += 1
        elif not any(is_of(atom, read) for atom in same):
            differ += 1
        elif any(atom[0] is not None and not any(is_of(atom, other) for other in of_key) for atom in same):
            differ += 1
    returned = 0
    for one in predicate["missing"]:
        response, key = response_of(one), plain(one["key"])
        returned += (response, key) in reads or may_be(response, key) != []
    related = {response_of(one) for one in predicate["reads"] + predicate["missing"]}
    unrelated = [found for response, found in bodies if response not in related]
    without_atoms = sum(1 for found in unrelated if not found)
    return differ, not_found, returned, len(unrelated) - without_atoms, without_atoms


# --- the record -------------------------------------------------------------------------------------------------


def rows_not_included(receipts):
    """How many rows of uploads are (unknown, refused, not sent), and therefore not in the bundle."""
    counts = [receipt["rows"] for receipt in receipts if "rows" in receipt]
    return [sum(rows[name] for rows in counts) for name in ("unknown", "refused", "notSent")]


def atoms_left_out(receipts):
    """Atoms that receipts count as stored or unchanged, and do not contain."""
    counted = [(receipt["rows"], len(receipt["atoms"])) for receipt in receipts if "rows" in receipt]
    return sum(max(0, rows["stored"] + rows["same"] - atoms) for rows, atoms in counted)


def limits_of(predicate):
    """Codes of what a bundle with these contents does not show."""
    reads, missing, scope = predicate["reads"], predicate["missing"], predicate["scope"]
    limits = "service-did-not-sign signer-clock latest-version completeness same-root-for-others tree-size".split()
    if scope["kind"] == "run":
        limits.append("scores")
    if missing:
        limits.append("absence")
    if scope["requested"] is not None and scope["requested"] > len(reads) + len(missing):
        limits.append("not-included")
    if any("value" not in read for read in reads):
        limits.append("values-left-out")
    if reads and not predicate["rawResponses"]:
        limits.append("raw-left-out")
    if predicate["receipts"]:
        limits.append("receipts-without-values")
    if any(rows_not_included(predicate["receipts"])):
        limits.append("rows-not-included")
    if any(scheme["origin"] == "inferred" for scheme in predicate["schemes"]):
        limits.append("rules-inferred")
    if "audit" in predicate:
        limits.append("audit-as-recorded")
        if "acceptedLosses" in predicate["audit"]["footer"]:
            limits.append("loss-accepted")
    return limits


def has_pin(read, pins):
    claim = claimed_root(read["proof"])
    if claim is None:
        return False
    root, size = claim
    return any(
        pin["rootHash"] == root.hex() and (pin["treeSize"] is None or size is None or int(pin["treeSize"]) == size)
        for pin in pins
    )


def verify_record(statement):
    """Whether pins, limits, and subject of the record follow from the contents. Returns (status, words)."""
    predicate = statement["predicate"]
    recorded = {limit["code"] for limit in predicate["notShown"]}
    left_out = [code for code in limits_of(predicate) if code not in recorded]
    if left_out:
        return "fail", "The list of what the bundle does not show lacks %s." % ", ".join(left_out)
    if predicate["scope"]["kind"] == "atom":
        keys = [each[name] for each in predicate["reads"] for name in ("key", "requestedKey")]
        keys += [each["key"] for each in predicate["missing"]]
        if plain(predicate["scope"]["title"]) not in [plain(key) for key in keys]:
            return "fail", "The atom that the bundle is about is not in it."
    pinned = [read for read in predicate["reads"] if read["verdict"]["checks"]["root"]["code"] == "root.pinned"]
    not_pinned = sum(1 for read in pinned if not has_pin(read, predicate["pins"]))
    if not_pinned:
        words = "%d reads are recorded as leading to a pinned root, but no pin in the bundle has that root." % not_pinned
        may_lack_pins = statement["predicateType"] == OLD_PREDICATE_TYPE and not predicate["pins"]
        return "undecided" if may_lack_pins else "fail", words
    return "pass", "Pins, subject, and the list of what the bundle does not show follow from its contents."


def is_note_text(text):
    return is_unicode(text) and re.search("[\x00-\x09\x0b-\x1f]", text) is None


def is_key_name(name):
    return name != "" and re.search(r"[\s+\u0085\ufeff]", name) is None and is_note_text(name)


def read_checkpoint(note):
    """A signed note (C2SP) of a tree head: (message, size, root, signatures); None if it is anything else."""
    text, separator, signatures = note.rpartition("\n\n")
    lines = text.split("\n")
    if len(note) > 1000000 or not is_note_text(note) or not separator or not signatures.endswith("\n"):
        return None
    signed = []
    for line in signatures[:-1].split("\n"):
        match = re.fullmatch("\u2014 (\\S+) ([A-Za-z0-9+/=]+)", line)
        data = None if match is None or len(match.group(2)) % 4 else from_base64(match.group(2))
        if data is None or len(data) <= 4 or not is_key_name(match.group(1)):
            return None
        signed.append((match.group(1), data))
    if len(signed) > 100 or len(lines) < 3 or "" in lines or not re.fullmatch("0|[1-9][0-9]{0,18}", lines[1]):
        return None
    root = from_base64(lines[2])
    if root is None or len(root) != 32 or len(lines[2]) != 44 or re.search("[-_]", lines[2]):
        return None
    return (text + "\n").encode(), int(lines[1]), root, signed


def verify_ledger(ledger, spki):
    """A signed checkpoint (C2SP tlog-checkpoint) and RFC 6962 inclusion proofs. Returns (status, words)."""
    checkpoint = read_checkpoint(ledger["checkpoint"])
    if checkpoint is None:
        return "fail", "The checkpoint of the root ledger cannot be read."
    message, size, root, signatures = checkpoint
    signed, key = False, spki[len(SPKI_PREFIX) :]
    for name, data in signatures:
        if data[:4] == hashlib.sha256(name.encode() + b"\n\x01" + key).digest()[:4]:
            if not openssl_verifies(spki, message, data[4:]):
                return "fail", "The signature of the checkpoint of the root ledger is wrong."
            signed = True
    rule = {"hash": "sha-256", "node": "prefix-01", "shape": "rfc6962", "order": "leaf-to-root"}
    for entry in ledger["entries"]:
        siblings = [from_base64(each) or b"" for each in entry["inclusion"]]
        leaf = hashlib.sha256(b"\x00" + entry["leaf"].encode()).digest()
        proof = {"leaf": leaf, "siblings": siblings, "root": root, "index": entry["index"], "size": size}
        are_hashes = all(len(each) == 32 for each in siblings)
        if entry["index"] >= size or not are_hashes or not leads_to_root(proof, rule):
            return "fail", "Entry %d of the root ledger does not lead to the checkpoint." % entry["index"]
    if not signed:
        return "undecided", "The checkpoint of the root ledger was signed by another key than the bundle."
    return "pass", "The entries of the root ledger are in the tree of the signed checkpoint."


def read_sighting(leaf):
    """(root, size or None, asked, received) of an entry that records a root; None if it is another entry."""
    try:
        entry = json.loads(leaf, parse_constant=no_constant, parse_int=exact_or_float)
        if entry["kind"] != "root" or entry["path"] not in ("pass", "fail", "undecided"):
            return None
        root, size, asked, received = entry["rootHash"], entry["treeSize"], entry["askedAt"], entry["at"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    if not isinstance(root, str) or not is_type(asked, "number") or not is_type(received, "number"):
        return None
    if float("inf") in (abs(asked), abs(received)):
        return None
    if size is not None and not (isinstance(size, str) and re.fullmatch("[0-9]{1,100}", size)):
        return None
    if re.fullmatch("(0x)?[0-9a-f]+", root, re.I | re.A):
        root = re.sub("^0x", "", root.lower())
    return root, None if size is None or entry["path"] == "fail" else int(size), asked, received


def derive_contradiction(earlier, later):
    """None if a size is missing; "none" if the two entries go together."""
    if earlier[1] is None or later[1] is None:
        return None
    if earlier[0] == later[0]:
        return "none" if earlier[1] == later[1] else "same-root-other-size"
    if later[1] < earlier[1] and earlier[3] < later[2]:
        return "shrinking"
    return "unexplained" if earlier[1] == later[1] else "none"


def verify_contradictions(predicate):
    """Derives what was recorded again: (recorded, not following from entries, not checked, pairs without a record)."""
    ledger, seen = predicate["ledger"], {}
    for entry in [] if ledger is None else ledger["entries"]:
        sighting = read_sighting(entry["leaf"])
        if sighting is not None:
            seen[entry["index"]] = sighting
    differ, unproven, recorded = 0, 0, set()
    for one in predicate["contradictions"]:
        recorded.update(one["entries"])
        pair = [seen.get(index) for index in one["entries"]]
        derived = derive_contradiction(*pair) if len(pair) == 2 and None not in pair else None
        if derived is None or one["code"] not in ("same-root-other-size", "shrinking", "unexplained"):
            unproven += 1
        else:
            differ += derived != one["code"]
    others = [each for index, each in seen.items() if index not in recorded]
    unrecorded, sized, largest = 0, {}, None
    received = sorted((each for each in others if each[1] is not None), key=lambda each: each[3])
    for later in sorted(others, key=lambda each: each[2]):
        if later[1] is None:
            continue
        while received and received[0][3] < later[2]:
            before = received.pop(0)
            largest = before if largest is None or before[1] > largest[1] else largest
        unrecorded += sized.setdefault(later[0], later[1]) != later[1]
        unrecorded += largest is not None and derive_contradiction(largest, later) == "shrinking"
    return len(predicate["contradictions"]), differ, unproven, unrecorded


def values_of(reads):
    """The values of reads, by key and hash."""
    found = {}
    for read in reads:
        value = plain(read["value"]) if "value" in read else None
        digest = None if value is None else value_digest(value)[0]
        if digest is not None:
            found[(plain(read["key"]), digest)] = value
    return found


def verify_receipts(statement):
    """Receipts have no values: one that was read back as it was sent is taken from a read of its key, if the hash is the same."""
    verdicts, differ = [], 0
    values = values_of(statement["predicate"]["reads"])
    for receipt in statement["predicate"]["receipts"]:
        recorded = scheme_at(statement["predicate"], receipt["scheme"])
        for atom in receipt["atoms"]:
            back = atom["readBack"]
            if back is None:
                continue
            of_stored = back["version"] == atom["version"]
            own = {
                "key": plain(atom["key"]),
                "value": values.get((plain(atom["key"]), atom["sha256"])) if back["holdsValue"] else None,
                "version": back["version"],
                "hash": plain(atom["hash"]) if of_stored else None,
            }
            try:
                scheme, has_links = with_unrecorded_links(recorded, back["proof"])
                statuses, _, key_only, _ = check_atom(own, None, back["proof"], scheme)
                verdict = verdict_of(statuses, key_only)
                verdict = verdict if has_links or verdict == "red" else "amber"
            except CannotCheck as reason:
                print("     %s" % reason)
                verdict = "amber"
            differ += verdict == "red" and back["verdict"] != "red"
            # Never better than what the signer saw.
            verdicts.append(min(verdict, back["verdict"], key=WORST_FIRST.index))
    return verdicts, differ


# --- an audit ---------------------------------------------------------------------------------------------------


def audit_reasons(audit):
    """(what failed, what is open) according to the header and footer, which are the signer's."""
    header, footer = audit["header"], audit["footer"]
    counts = footer["counts"]
    outcomes, statuses = counts["outcomes"], [root["status"] for root in footer["roots"]]
    failed = [outcomes["red"], counts["conflicts"], counts["unmet"], statuses.count("contradiction")]
    if header["expectedChanges"] is not None:
        failed.append(counts["changes"]["other"])
    shard, faults = header["shard"], (footer["selfTest"] or {"faults": []})["faults"]
    missed = [fault["fault"] for fault in faults if fault["caughtBy"] is None]
    is_only_values = len(missed) < len(faults) and set(missed) == {"value"}
    is_key_only = is_only_values and outcomes["green"] == 0 and outcomes["keyOnly"] > 0
    rules, grounds = footer["rules"], footer.get("grounds", {})
    if outcomes["green"] + outcomes["keyOnly"] > 0:
        path_hashes, leaf_hashes = ({rule["hash"] for rule in (rules or {}).get(part, [])} for part in ("path", "leaf"))
    else:
        path_hashes = leaf_hashes = {"none is needed"}
    open_reasons = [
        not path_hashes & leaf_hashes,
        any(ground["kind"] == "unavailable" for ground in grounds.values()),
        any(grounds[name]["kind"] == "none" for name in ("rules", "keyList", "run") if name in grounds),
        footer["end"]["kind"] != "complete" or counts["records"] != (shard or {"keys": header["keys"]["total"]})["keys"],
        shard is not None,
        header["keys"]["leftOut"] > 0,
        counts["records"] == 0,
        any(outcomes[name] > 0 for name in outcomes if name not in ("green", "keyOnly", "red")),
        "unexplained" in statuses,
        sum(1 for root in footer["roots"] if root["records"] > 0) > 1,
        footer["unasked"] > 0,
        not faults or (missed != [] and not is_key_only),
    ]
    return any(failed), any(open_reasons)


def records_of(data):
    """(key, version, SHA-256 of the value, root) of every record in the file of an audit."""
    roots, records = [], []
    for line in data.decode().split("\n")[1:-2]:
        item = json.loads(line)
        if "key" not in item:
            roots.append(item["root"]["rootHash"])
        else:
            root = roots[item["root"]] if "root" in item else None
            records.append((item["key"], item.get("version"), item.get("valueHash"), root))
    return records


def verify_audit(predicate, data):
    """What the signer recorded about an audit, and whether the bundle has a read for every record in its file."""
    audit = predicate["audit"]
    counts = audit["footer"]["counts"]
    failed, is_open = audit_reasons(audit)
    words = "An audit of %d keys is recorded, of which %d failed. Its file has the SHA-256 %s."
    words %= (counts["records"], counts["outcomes"]["red"], audit["file"]["sha256"])
    if data is None:
        return ("fail" if failed else "undecided"), words
    if hashlib.sha256(data).hexdigest() != audit["file"]["sha256"]:
        return "fail", words + " The file of the audit that you passed is another one."
    reads = set()
    for read in predicate["reads"]:
        claim = claimed_root(read["proof"])
        root = None if claim is None else claim[0].hex()
        reads.add((plain(read["key"]), read["version"], read["valueSha256"], root))
    try:
        records = records_of(data)
    except (ValueError, KeyError, IndexError, TypeError):
        raise Unusable("The file of the audit cannot be read.")
    is_whole = records != [] and all(record in reads for record in records)
    if is_whole:
        words += " The bundle has a read for each of its records."
    return ("fail" if failed else "undecided" if is_open or not is_whole else "pass"), words


# --- the result -------------------------------------------------------------------------------------------------


def verify(data, named_key, root, tsa_cert, audit_data):
    """Prints what was verified, and returns the verdict on the bundle."""
    findings = []

    def find(status, words):
        findings.append(status)
        print("%s %s" % (MARKS[status], words))

    payload, spki, fingerprint, signature, timestamps = read_bundle(data)
    if not openssl_verifies(spki, pre_auth_encoding(payload), signature):
        find("fail", "The signature does not match the contents. Nothing in the bundle can be trusted.")
        return "red"
    # Only now, when the signature is known to be right, are the contents read.
    statement = read_statement(payload)
    predicate = statement["predicate"]
    find("pass", "The Ed25519 signature matches the contents.")
    if named_key is None:
        find("undecided", "Signed by the key with fingerprint %s. Nobody vouches for it: pass --key." % fingerprint)
    elif named_key == fingerprint:
        find("pass", "Signed by the key that you specified, with fingerprint %s." % fingerprint)
    else:
        find("fail", "Signed by the key with fingerprint %s, not by the one that you specified." % fingerprint)
    service, app = predicate["service"], predicate["app"]
    if root is None:
        print("     No root was given, so nothing was compared with it: pass --root.")
    print("     Service: %s (%s)" % (quote(service["name"]), quote(service["address"] or "embedded")))
    print("     Recorded by %s %s at %s" % (quote(app["name"]), quote(app["version"]), predicate["observedAt"]))

    stated = [(each["name"], each["digest"]["sha256"]) for each in statement["subject"]]
    same = stated == subjects_of(predicate)
    find("pass" if same else "fail", "The digests in the statement %s those of its contents." % ("are" if same else "are not"))

    verdicts, differing = [], 0
    reads = predicate["reads"]
    for read, shared, is_of_other in zip(reads, shared_roots(reads), reads_of_one_leaf(predicate)):
        try:
            verdict, differences = verify_read(read, scheme_at(predicate, read["scheme"]), shared, is_of_other)
        except CannotCheck as reason:
            recorded = read["verdict"]["status"]
            verdict, differences = ("red" if recorded == "red" else "amber"), []
            print("     %s" % reason)
        verdicts.append(verdict)
        differing += bool(differences)
        note = "" if not differences else " (differs from the record: %s)" % ", ".join(differences)
        print("     %s: %s%s" % (quote(plain(read["key"])), WORDS[verdict], note))
    if predicate["reads"]:
        find("fail" if differing else "pass", "%d of %d recorded verdicts differ." % (differing, len(verdicts)))
    proofs = [read["proof"] for read in reads]
    backs = [atom["readBack"] for receipt in predicate["receipts"] for atom in receipt["atoms"]]
    proofs += [back["proof"] for back in backs if back is not None]
    if root is not None and proofs:
        claims = [claimed_root(proof) for proof in proofs]
        other = sum(1 for claim in claims if claim is None or claim[0] != root)
        find("fail" if other else "pass", "%d of %d proofs lead to another root." % (other, len(proofs)))
    differ, not_found, returned, unrelated, without_atoms = compare_responses(predicate)
    if predicate["rawResponses"] or returned:
        refuted = differ or returned or unrelated
        status = "fail" if refuted else "undecided" if not_found or without_atoms else "pass"
        words = "Raw responses: %d reads differ, %d not found; %d missing keys were returned; %d have no read."
        find(status, words % (differ, not_found, returned, unrelated + without_atoms))
    find(*verify_record(statement))
    if predicate["receipts"]:
        read_backs, differ = verify_receipts(statement)
        verdicts += read_backs
        receipts = predicate["receipts"]
        absent = sum(len(receipt["atoms"]) for receipt in receipts) - len(read_backs) + atoms_left_out(receipts)
        lacks_counts = any(receipt["kind"] == "upload" and "rows" not in receipt for receipt in receipts)
        status = "fail" if differ else "pass" if read_backs and not absent and not lacks_counts else "undecided"
        words = "%d proofs of receipts, of which %d differ from the record; %d atoms were not read back, or not there."
        find(status, words % (len(read_backs), differ, absent))
        if lacks_counts:
            print("     The receipt does not say how many rows the upload had.")
        not_included = rows_not_included(receipts)
        if any(not_included):
            words = "     Nothing is shown about %d rows of the upload: %d unknown, %d refused, %d not sent."
            print(words % (sum(not_included), *not_included))
    if predicate["ledger"] is not None:
        find(*verify_ledger(predicate["ledger"], spki))
    count, differ, unproven, unrecorded = verify_contradictions(predicate)
    if count:
        words = "%d contradictions are recorded; %d do not follow from the entries of the ledger, %d cannot be checked."
        find("fail", words % (count, differ, unproven))
    elif unrecorded:
        find("undecided", "%d pairs of entries of the root ledger contradict each other." % unrecorded)
    if "audit" in predicate:
        find(*verify_audit(predicate, audit_data))
    for response in timestamps:
        find(*verify_timestamp(response, signature, tsa_cert))

    print("Not shown by this bundle, in the words of the signer:")
    for limit in predicate["notShown"]:
        print("     " + quote(limit["words"]))
    if "fail" in findings:
        return "red"
    if "undecided" in findings or not verdicts:
        verdicts.append("amber")
    return min(verdicts, key=WORST_FIRST.index)


def read_file(name, most=None):
    try:
        with open(name, "rb") as file:
            return file.read() if most is None else file.read(most)
    except OSError as error:
        raise Unusable("%s cannot be read: %s" % (quote(name), error.strerror))


def main(arguments):
    options, files = {}, []
    while arguments:
        argument = arguments.pop(0)
        if argument in ("--key", "--root", "--tsa-cert", "--audit") and arguments and argument not in options:
            options[argument] = arguments.pop(0)
        elif argument.startswith("--"):
            raise Unusable(__doc__.strip())
        else:
            files.append(argument)
    if len(files) != 1:
        raise Unusable(__doc__.strip())
    data = read_file(files[0], MOST_BYTES + 1)
    key = fingerprint_of(options["--key"]) if "--key" in options else None
    tsa_cert = options.get("--tsa-cert")
    if tsa_cert is not None and not os.path.isfile(tsa_cert):
        raise Unusable("%s cannot be read." % quote(tsa_cert))
    audit = read_file(options["--audit"]) if "--audit" in options else None
    try:
        root = read_hash(options["--root"]) if "--root" in options else None
    except Malformed:
        raise Unusable("--root is not a hash.")
    verdict = verify(data, key, root, tsa_cert, audit)
    print("Verdict: %s" % WORDS[verdict])
    return {"green": 0, "red": 1}.get(verdict, 3)


# The form of a statement, as JSON Schema; the same as docs/schemas/evidence-statement.schema.json.
SCHEMA = json.loads(
    r"""
{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"_type":{"$ref":"#/$defs/s0"},
"subject":{"$ref":"#/$defs/s1"},"predicateType":{"$ref":"#/$defs/s5"},"predicate":{"$ref":"#/$defs/s6"}},"required":[
"_type","subject","predicateType","predicate"],"additionalProperties":false,"$defs":{"s0":{"type":"string","const":
"https://in-toto.io/Statement/v1"},"s1":{"maxItems":21001,"type":"array","items":{"$ref":"#/$defs/s2"}},"s2":{"type":
"object","properties":{"name":{"pattern":"^(?!\\.+$)(?:[\\w.!~*'()-]|%[0-9A-F]{2}|:)+$","$ref":"#/$defs/s3"},"digest":
{"type":"object","properties":{"sha256":{"$ref":"#/$defs/s4"}},"required":["sha256"],"additionalProperties":false}},
"required":["name","digest"],"additionalProperties":false},"s3":{"type":"string","maxLength":33554432},"s4":{"type":
"string","pattern":"^[0-9a-f]{64}$"},"s5":{"type":"string","enum":[
"urn:uuid:d2b452c0-dce6-43e4-911e-9addf9fba50f#read-evidence/v2",
"urn:uuid:d2b452c0-dce6-43e4-911e-9addf9fba50f#read-evidence/v1"]},"s6":{"type":"object","properties":{"observedAt":{
"$ref":"#/$defs/s7"},"app":{"$ref":"#/$defs/s8"},"scope":{"$ref":"#/$defs/s10"},"service":{"$ref":"#/$defs/s13"},
"schemes":{"$ref":"#/$defs/s14"},"reads":{"$ref":"#/$defs/s22"},"missing":{"$ref":"#/$defs/s29"},"rawResponses":{
"$ref":"#/$defs/s31"},"receipts":{"$ref":"#/$defs/s34"},"ledger":{"$ref":"#/$defs/s37"},"contradictions":{"$ref":
"#/$defs/s40"},"pins":{"$ref":"#/$defs/s42"},"audit":{"$ref":"#/$defs/s44"},"notShown":{"$ref":"#/$defs/s65"}},
"required":["observedAt","app","scope","service","schemes","reads","missing","rawResponses","receipts","ledger",
"contradictions","pins","notShown"],"additionalProperties":false},"s7":{"type":"string","format":"date-time",
"pattern":
"^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}(?:Z))$"
},"s8":{"type":"object","properties":{"name":{"$ref":"#/$defs/s9"},"version":{"$ref":"#/$defs/s9"}},"required":[
"name","version"],"additionalProperties":false},"s9":{"type":"string","maxLength":1000},"s10":{"type":"object",
"properties":{"kind":{"type":"string","enum":["atom","selection","run","receipt","contradiction","audit"]},"title":{
"$ref":"#/$defs/s11"},"requested":{"anyOf":[{"$ref":"#/$defs/s12"},{"type":"null"}]}},"required":["kind","title",
"requested"],"additionalProperties":false},"s11":{"anyOf":[{"$ref":"#/$defs/s3"},{"type":"object","properties":{
"utf16":{"type":"string","maxLength":134217728,"pattern":"^(?:[0-9a-f]{4})*$"}},"required":["utf16"],
"additionalProperties":false}]},"s12":{"type":"integer","minimum":0,"maximum":9007199254740991},"s13":{"type":
"object","properties":{"name":{"$ref":"#/$defs/s3"},"address":{"anyOf":[{"$ref":"#/$defs/s3"},{"type":"null"}]}},
"required":["name","address"],"additionalProperties":false},"s14":{"maxItems":64,"type":"array","items":{"$ref":
"#/$defs/s15"}},"s15":{"type":"object","properties":{"origin":{"$ref":"#/$defs/s16"},"samples":{"$ref":"#/$defs/s12"},
"confirmations":{"$ref":"#/$defs/s12"},"pinnedAt":{"$ref":"#/$defs/s7"},"path":{"maxItems":2000,"type":"array",
"items":{"$ref":"#/$defs/s17"}},"leaf":{"maxItems":2000,"type":"array","items":{"$ref":"#/$defs/s20"}}},"required":[
"origin","samples","confirmations","pinnedAt","path","leaf"],"additionalProperties":false},"s16":{"type":"string",
"enum":["specified","built-in","inferred","chosen"]},"s17":{"type":"object","properties":{"hash":{"$ref":"#/$defs/s18"
},"node":{"type":"string","enum":["prefix-01","concat","sorted","double","hex"]},"shape":{"type":"string","enum":[
"rfc6962","duplicate-last","zero-pad"]},"order":{"type":"string","enum":["leaf-to-root","root-to-leaf"]},"links":{
"readOnly":true,"minItems":1,"maxItems":15,"type":"array","items":{"$ref":"#/$defs/s19"}}},"required":["hash","node",
"shape","order"],"additionalProperties":false},"s18":{"type":"string","enum":["sha-256","keccak-256","sha-512-256",
"sha3-256","blake2b-256","blake2s-256","blake3","sha-384","sha-512"]},"s19":{"type":"string","enum":["same","hash-00",
"hash","hash-hex"]},"s20":{"type":"object","properties":{"hash":{"$ref":"#/$defs/s18"},"digest":{"$ref":"#/$defs/s21"}
,"preimage":{"type":"string","pattern":"^[a-z0-9:,-]{1,100}$"}},"required":["hash","digest","preimage"],
"additionalProperties":false},"s21":{"type":"string","enum":["prefix-00","plain","double"]},"s22":{"maxItems":20000,
"type":"array","items":{"$ref":"#/$defs/s23"}},"s23":{"type":"object","properties":{"key":{"$ref":"#/$defs/s11"},
"requestedKey":{"anyOf":[{"$ref":"#/$defs/s11"},{"type":"null"}]},"value":{"$ref":"#/$defs/s11"},"valueSha256":{
"anyOf":[{"$ref":"#/$defs/s4"},{"type":"null"}]},"valueBytes":{"anyOf":[{"$ref":"#/$defs/s12"},{"type":"null"}]},
"version":{"type":["number","null"]},"hash":{"anyOf":[{"$ref":"#/$defs/s11"},{"type":"null"}]},"proof":{"$ref":
"#/$defs/s24"},"requestId":{"$ref":"#/$defs/s9"},"at":{"$ref":"#/$defs/s7"},"scheme":{"anyOf":[{"$ref":"#/$defs/s12"},
{"type":"null"}]},"verdict":{"type":"object","properties":{"status":{"$ref":"#/$defs/s25"},"title":{"$ref":
"#/$defs/s9"},"checks":{"type":"object","properties":{"wellFormed":{"$ref":"#/$defs/s26"},"path":{"$ref":"#/$defs/s26"
},"content":{"$ref":"#/$defs/s26"},"coherent":{"$ref":"#/$defs/s26"},"snapshot":{"$ref":"#/$defs/s26"},"root":{"$ref":
"#/$defs/s26"}},"required":["wellFormed","path","content","coherent","snapshot","root"],"additionalProperties":false},
"binds":{"maxItems":3,"type":"array","items":{"$ref":"#/$defs/s27"}},"grounds":{"maxItems":8,"type":"array","items":{
"$ref":"#/$defs/s28"}}},"required":["status","title","checks","binds"],"additionalProperties":false}},"required":[
"key","requestedKey","valueSha256","valueBytes","version","hash","proof","requestId","at","scheme","verdict"],
"additionalProperties":false},"s24":{},"s25":{"type":"string","enum":["green","keyOnly","amber","red"]},"s26":{"type":
"object","properties":{"status":{"type":"string","enum":["pass","fail","undecided"]},"code":{"$ref":"#/$defs/s9"},
"why":{"$ref":"#/$defs/s3"}},"required":["status","code","why"],"additionalProperties":false},"s27":{"type":"string",
"enum":["key","value","version"]},"s28":{"type":"object","properties":{"name":{"type":"string","enum":["rules","root",
"pins","ledger","knownKeys","keyList","run","signer"]},"state":{"type":"string","enum":["none","from-the-claim",
"missing","damaged","older","in-use","newer-format","unsigned","other-origin","incomplete","unreadable","not-recorded"
]},"holdsBack":{"type":"boolean"},"why":{"$ref":"#/$defs/s3"}},"required":["name","state","holdsBack","why"],
"additionalProperties":false},"s29":{"maxItems":100000,"type":"array","items":{"$ref":"#/$defs/s30"}},"s30":{"type":
"object","properties":{"key":{"$ref":"#/$defs/s11"},"requestId":{"$ref":"#/$defs/s9"},"at":{"$ref":"#/$defs/s7"}},
"required":["key","requestId","at"],"additionalProperties":false},"s31":{"maxItems":1000,"type":"array","items":{
"$ref":"#/$defs/s32"}},"s32":{"type":"object","properties":{"requestId":{"$ref":"#/$defs/s9"},"method":{"type":
"string","enum":["GET","POST"]},"path":{"type":"string","maxLength":33554432,"pattern":"^\\/","$ref":"#/$defs/s3"},
"status":{"type":"integer","minimum":100,"maximum":599},"at":{"$ref":"#/$defs/s7"},"elapsedMs":{"type":"number",
"minimum":0},"body":{"anyOf":[{"type":"object","properties":{"text":{"$ref":"#/$defs/s3"}},"required":["text"],
"additionalProperties":false},{"type":"object","properties":{"base64":{"maxLength":67108864,"$ref":"#/$defs/s33"}},
"required":["base64"],"additionalProperties":false}]}},"required":["requestId","method","path","status","at",
"elapsedMs","body"],"additionalProperties":false},"s33":{"type":"string","pattern":"^[A-Za-z0-9+/]*={0,2}$"},"s34":{
"maxItems":1000,"type":"array","items":{"$ref":"#/$defs/s35"}},"s35":{"type":"object","properties":{"id":{"$ref":
"#/$defs/s9"},"kind":{"type":"string","enum":["store","batch","upload"]},"outcome":{"type":"string","enum":["stored",
"partly","unknown","nothing"]},"title":{"$ref":"#/$defs/s11"},"atomCount":{"$ref":"#/$defs/s12"},"startedAt":{"$ref":
"#/$defs/s7"},"endedAt":{"$ref":"#/$defs/s7"},"rootBefore":{"anyOf":[{"$ref":"#/$defs/s11"},{"type":"null"}]},
"rootAfter":{"anyOf":[{"$ref":"#/$defs/s11"},{"type":"null"}]},"otherWrites":{"type":"object","properties":{"before":{
"type":"boolean"},"after":{"type":"boolean"}},"required":["before","after"],"additionalProperties":false},"errorCode":
{"anyOf":[{"$ref":"#/$defs/s9"},{"type":"null"}]},"scheme":{"anyOf":[{"$ref":"#/$defs/s12"},{"type":"null"}]},
"source":{"type":"object","properties":{"bytes":{"$ref":"#/$defs/s12"},"sha256":{"anyOf":[{"$ref":"#/$defs/s4"},{
"type":"null"}]},"key":{"$ref":"#/$defs/s11"},"valueColumns":{"maxItems":10000,"type":"array","items":{"$ref":
"#/$defs/s11"}}},"required":["bytes","sha256","key","valueColumns"],"additionalProperties":false},"rows":{"type":
"object","properties":{"stored":{"$ref":"#/$defs/s12"},"same":{"$ref":"#/$defs/s12"},"unknown":{"$ref":"#/$defs/s12"},
"refused":{"$ref":"#/$defs/s12"},"notSent":{"$ref":"#/$defs/s12"}},"required":["stored","same","unknown","refused",
"notSent"],"additionalProperties":false},"atoms":{"maxItems":20000,"type":"array","items":{"$ref":"#/$defs/s36"}}},
"required":["id","kind","outcome","title","atomCount","startedAt","endedAt","rootBefore","rootAfter","otherWrites",
"errorCode","scheme","atoms"],"additionalProperties":false},"s36":{"type":"object","properties":{"key":{"$ref":
"#/$defs/s11"},"bytes":{"$ref":"#/$defs/s12"},"sha256":{"anyOf":[{"$ref":"#/$defs/s4"},{"type":"null"}]},"before":{
"$ref":"#/$defs/s9"},"versionBefore":{"type":["number","null"]},"version":{"type":["number","null"]},"hash":{"anyOf":[
{"$ref":"#/$defs/s11"},{"type":"null"}]},"createdAt":{"type":["number","null"]},"missing":{"type":"boolean"},
"readBack":{"anyOf":[{"type":"object","properties":{"version":{"type":["number","null"]},"holdsValue":{"type":
"boolean"},"verdict":{"$ref":"#/$defs/s25"},"proof":{"$ref":"#/$defs/s24"}},"required":["version","holdsValue",
"verdict","proof"],"additionalProperties":false},{"type":"null"}]}},"required":["key","bytes","sha256","before",
"versionBefore","version","hash","createdAt","missing","readBack"],"additionalProperties":false},"s37":{"anyOf":[{
"type":"object","properties":{"checkpoint":{"$ref":"#/$defs/s3"},"entries":{"maxItems":10000,"type":"array","items":{
"$ref":"#/$defs/s38"}}},"required":["checkpoint","entries"],"additionalProperties":false},{"type":"null"}]},"s38":{
"type":"object","properties":{"index":{"$ref":"#/$defs/s12"},"leaf":{"$ref":"#/$defs/s3"},"inclusion":{"maxItems":64,
"type":"array","items":{"$ref":"#/$defs/s39"}}},"required":["index","leaf","inclusion"],"additionalProperties":false},
"s39":{"minLength":44,"maxLength":44,"$ref":"#/$defs/s33"},"s40":{"maxItems":1000,"type":"array","items":{"$ref":
"#/$defs/s41"}},"s41":{"type":"object","properties":{"code":{"$ref":"#/$defs/s9"},"words":{"$ref":"#/$defs/s3"},
"entries":{"minItems":1,"maxItems":2,"type":"array","items":{"$ref":"#/$defs/s12"}}},"required":["code","words",
"entries"],"additionalProperties":false},"s42":{"maxItems":1000,"type":"array","items":{"$ref":"#/$defs/s43"}},"s43":{
"type":"object","properties":{"rootHash":{"type":"string","pattern":"^(?:[0-9a-f]{2}){20,64}$"},"treeSize":{"anyOf":[{
"type":"string","pattern":"^(0|[1-9]\\d{0,77})$"},{"type":"null"}]},"source":{"$ref":"#/$defs/s3"},"note":{"$ref":
"#/$defs/s3"},"pinnedAt":{"$ref":"#/$defs/s7"}},"required":["rootHash","treeSize","source","note","pinnedAt"],
"additionalProperties":false},"s44":{"type":"object","properties":{"file":{"type":"object","properties":{"sha256":{
"type":"string","pattern":"^[0-9a-f]{64}$"},"bytes":{"type":"integer","minimum":0,"maximum":9007199254740991}},
"required":["sha256","bytes"],"additionalProperties":false},"header":{"type":"object","properties":{"format":{"type":
"string","const":"atom-explorer-audit"},"version":{"type":"number","const":1},"id":{"type":"string","minLength":1,
"maxLength":100},"name":{"$ref":"#/$defs/s45"},"app":{"type":"object","properties":{"version":{"$ref":"#/$defs/s45"}},
"required":["version"],"additionalProperties":false},"service":{"type":"object","properties":{"name":{"$ref":
"#/$defs/s45"},"address":{"anyOf":[{"$ref":"#/$defs/s45"},{"type":"null"}]}},"required":["name","address"],
"additionalProperties":false},"scope":{"oneOf":[{"type":"object","properties":{"kind":{"type":"string","enum":["all",
"selection","bookmarks"]}},"required":["kind"],"additionalProperties":false},{"type":"object","properties":{"kind":{
"type":"string","const":"branch"},"prefix":{"type":"string","maxLength":1000000}},"required":["kind","prefix"],
"additionalProperties":false},{"type":"object","properties":{"kind":{"type":"string","const":"both"},"other":{"$ref":
"#/$defs/s45"}},"required":["kind","other"],"additionalProperties":false},{"type":"object","properties":{"kind":{
"type":"string","enum":["keys","expected"]},"source":{"$ref":"#/$defs/s45"}},"required":["kind","source"],
"additionalProperties":false},{"type":"object","properties":{"kind":{"type":"string","const":"discovered"},"words":{
"maxItems":1000,"type":"array","items":{"$ref":"#/$defs/s45"}}},"required":["kind","words"],"additionalProperties":
false}]},"keys":{"type":"object","properties":{"total":{"maximum":5000000,"$ref":"#/$defs/s46"},"sha256":{"$ref":
"#/$defs/s47"},"leftOut":{"$ref":"#/$defs/s46"}},"required":["total","sha256","leftOut"],"additionalProperties":false}
,"shard":{"anyOf":[{"type":"object","properties":{"number":{"type":"integer","minimum":1,"maximum":9007199254740991},
"of":{"type":"integer","minimum":2,"maximum":10000},"keys":{"maximum":5000000,"$ref":"#/$defs/s46"},"lists":{"type":
"object","properties":{"expected":{"$ref":"#/$defs/s47"},"changes":{"$ref":"#/$defs/s47"}},"required":["expected",
"changes"],"additionalProperties":false}},"required":["number","of","keys"],"additionalProperties":false},{"type":
"null"}]},"pins":{"maxItems":500,"type":"array","items":{"$ref":"#/$defs/s48"}},"expectedChanges":{"anyOf":[{"type":
"object","properties":{"keys":{"$ref":"#/$defs/s46"}},"required":["keys"],"additionalProperties":false},{"type":"null"
}]},"startedAt":{"$ref":"#/$defs/s50"}},"required":["format","version","id","name","app","service","scope","keys",
"shard","pins","expectedChanges","startedAt"],"additionalProperties":false},"footer":{"type":"object","properties":{
"finishedAt":{"$ref":"#/$defs/s50"},"end":{"$ref":"#/$defs/s51"},"roots":{"$ref":"#/$defs/s53"},"rules":{"$ref":
"#/$defs/s55"},"selfTest":{"$ref":"#/$defs/s57"},"unasked":{"$ref":"#/$defs/s46"},"readAgain":{"$ref":"#/$defs/s46"},
"grounds":{"$ref":"#/$defs/s59"},"acceptedLosses":{"$ref":"#/$defs/s61"},"counts":{"$ref":"#/$defs/s64"},
"recordsSha256":{"$ref":"#/$defs/s47"}},"required":["finishedAt","end","roots","rules","selfTest","unasked",
"readAgain","counts","recordsSha256"],"additionalProperties":false}},"required":["file","header","footer"],
"additionalProperties":false},"s45":{"type":"string","maxLength":10000},"s46":{"type":"integer","minimum":0,"maximum":
9007199254740991},"s47":{"type":"string","pattern":"^[0-9a-f]{64}$"},"s48":{"type":"object","properties":{"rootHash":{
"$ref":"#/$defs/s45"},"treeSize":{"$ref":"#/$defs/s49"},"isExact":{"type":"boolean"}},"required":["rootHash",
"treeSize","isExact"],"additionalProperties":false},"s49":{"anyOf":[{"type":"string","pattern":"^(0|[1-9]\\d{0,77})$"}
,{"type":"null"}]},"s50":{"type":"string","format":"date-time","pattern":
"^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}(?:Z))$"
},"s51":{"oneOf":[{"type":"object","properties":{"kind":{"type":"string","enum":["complete","canceled","interrupted"]}
},"required":["kind"],"additionalProperties":false},{"type":"object","properties":{"kind":{"type":"string","const":
"failed"},"code":{"type":"string","maxLength":200},"message":{"$ref":"#/$defs/s45"}},"required":["kind","code",
"message"],"additionalProperties":false},{"type":"object","properties":{"kind":{"type":"string","const":
"shards-missing"},"shards":{"maxItems":10000,"type":"array","items":{"$ref":"#/$defs/s52"}}},"required":["kind",
"shards"],"additionalProperties":false}]},"s52":{"type":"integer","minimum":1,"maximum":9007199254740991},"s53":{
"maxItems":100000,"type":"array","items":{"$ref":"#/$defs/s54"}},"s54":{"type":"object","properties":{"rootHash":{
"type":"string","maxLength":10000},"treeSize":{"$ref":"#/$defs/s49"},"status":{"type":"string","enum":["pinned",
"seen","new","unexplained","contradiction"]},"contradiction":{"anyOf":[{"type":"string","enum":[
"same-root-other-size","shrinking","other-than-pinned","pinned-with-other-size","smaller-than-pinned"]},{"type":"null"
}]},"records":{"$ref":"#/$defs/s46"}},"required":["rootHash","treeSize","status","contradiction","records"],
"additionalProperties":false},"s55":{"anyOf":[{"type":"object","properties":{"origin":{"$ref":"#/$defs/s16"},"path":{
"maxItems":10000,"type":"array","items":{"$ref":"#/$defs/s17"}},"leaf":{"maxItems":10000,"type":"array","items":{
"$ref":"#/$defs/s56"}}},"required":["origin","path","leaf"],"additionalProperties":false},{"type":"null"}]},"s56":{
"type":"object","properties":{"hash":{"$ref":"#/$defs/s18"},"digest":{"$ref":"#/$defs/s21"},"preimage":{"type":
"string"}},"required":["hash","digest","preimage"],"additionalProperties":false},"s57":{"anyOf":[{"type":"object",
"properties":{"faults":{"maxItems":3,"type":"array","items":{"$ref":"#/$defs/s58"}}},"required":["faults"],
"additionalProperties":false},{"type":"null"}]},"s58":{"type":"object","properties":{"fault":{"type":"string","enum":[
"value","sibling","root"]},"caughtBy":{"anyOf":[{"type":"string","enum":["wellFormed","path","content","coherent",
"snapshot","root"]},{"type":"null"}]}},"required":["fault","caughtBy"],"additionalProperties":false},"s59":{"type":
"object","properties":{"rules":{"$ref":"#/$defs/s60"},"keyList":{"$ref":"#/$defs/s60"},"run":{"$ref":"#/$defs/s60"},
"pins":{"$ref":"#/$defs/s60"},"ledger":{"$ref":"#/$defs/s60"},"knownKeys":{"$ref":"#/$defs/s60"}},"required":["rules",
"keyList","run","pins","ledger","knownKeys"],"additionalProperties":false},"s60":{"oneOf":[{"type":"object",
"properties":{"kind":{"type":"string","const":"given"}},"required":["kind"],"additionalProperties":false},{"type":
"object","properties":{"kind":{"type":"string","const":"none"},"because":{"type":"string","const":"first"}},
"required":["kind"],"additionalProperties":false},{"type":"object","properties":{"kind":{"type":"string","const":
"unavailable"},"why":{"type":"string","enum":["from-the-claim","missing","damaged","older","in-use","newer-format",
"unsigned","other-origin","incomplete","unreadable","not-recorded"]},"detail":{"type":"string","maxLength":1000}},
"required":["kind","why"],"additionalProperties":false}]},"s61":{"readOnly":true,"maxItems":100,"type":"array",
"items":{"$ref":"#/$defs/s62"}},"s62":{"readOnly":true,"type":"object","properties":{"at":{"type":"number"},"losses":{
"readOnly":true,"maxItems":100,"type":"array","items":{"$ref":"#/$defs/s63"}}},"required":["at","losses"],
"additionalProperties":false},"s63":{"readOnly":true,"type":"object","properties":{"part":{"type":"string","enum":[
"rules","pins","ledger","knownKeys"]},"why":{"type":"string","enum":["from-the-claim","missing","damaged","older",
"in-use","newer-format","unsigned","other-origin","incomplete","unreadable","not-recorded"]},"detail":{"type":
"string","maxLength":1000},"at":{"type":"number"}},"required":["part","why","detail","at"],"additionalProperties":
false},"s64":{"type":"object","properties":{"records":{"$ref":"#/$defs/s46"},"outcomes":{"type":"object","properties":
{"green":{"$ref":"#/$defs/s46"},"keyOnly":{"$ref":"#/$defs/s46"},"amber":{"$ref":"#/$defs/s46"},"red":{"$ref":
"#/$defs/s46"},"missing":{"$ref":"#/$defs/s46"},"refused":{"$ref":"#/$defs/s46"},"unsendable":{"$ref":"#/$defs/s46"}},
"required":["green","keyOnly","amber","red","missing","refused","unsendable"],"additionalProperties":false},
"conflicts":{"$ref":"#/$defs/s46"},"unmet":{"$ref":"#/$defs/s46"},"changes":{"type":"object","properties":{"expected":
{"$ref":"#/$defs/s46"},"other":{"$ref":"#/$defs/s46"}},"required":["expected","other"],"additionalProperties":false}},
"required":["records","outcomes","conflicts","unmet","changes"],"additionalProperties":false},"s65":{"maxItems":100,
"type":"array","items":{"$ref":"#/$defs/s66"}},"s66":{"type":"object","properties":{"code":{"$ref":"#/$defs/s9"},
"words":{"$ref":"#/$defs/s3"}},"required":["code","words"],"additionalProperties":false}}}
"""
)

def run(arguments):
    """The exit code. 1 means that a check failed, and nothing else."""
    shown, code = io.StringIO(), 2
    try:
        with contextlib.redirect_stdout(shown):
            code = main(arguments)
    except Unusable as problem:
        print(problem, file=sys.stderr)
    # At the end, so that the result does not depend on who reads it.
    try:
        sys.stdout.write(shown.getvalue())
        sys.stdout.flush()
    except OSError as error:
        code = code if code == 1 or isinstance(error, BrokenPipeError) else 2
        print("The output cannot be written: %s" % quote(error), file=sys.stderr)
        # What is left of it would be written when the program ends, and fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
