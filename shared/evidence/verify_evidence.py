#!/usr/bin/env python3
"""Verifies an evidence bundle of Atom Explorer, without Atom Explorer.

  python3 verify_evidence.py BUNDLE [--key KEY] [--root HASH] [--tsa-cert FILE]

BUNDLE  a file that ends in .sigstore.json
--key   the key that must have signed it: its fingerprint (64 hex digits), or a file with the public key (PEM)
--root  a root from a source that you trust; every proof must lead to it
--tsa-cert  certificates (PEM) of a timestamp authority that you trust, or of the root that issued its certificate

Needs Python 3.8 or newer, nothing but its standard library, and the openssl program (3.0 or newer) for signatures.
Nothing is sent anywhere. See docs/evidence.md for what the result means.

Exit codes: 0 everything is verified; 1 something failed; 2 the file or the command line cannot be used;
3 nothing failed, but something could not be checked, or nobody vouches for the key that signed.
"""

import base64
import calendar
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile

MEDIA_TYPE = "application/vnd.dev.sigstore.bundle.v0.3+json"
PAYLOAD_TYPE = "application/vnd.in-toto+json"
STATEMENT_TYPE = "https://in-toto.io/Statement/v1"
PREDICATE_TYPE = "urn:uuid:d2b452c0-dce6-43e4-911e-9addf9fba50f#read-evidence/v1"
SPKI_PREFIX = bytes.fromhex("302a300506032b6570032100")
MOST_BYTES = 32 * 1024 * 1024
WORDS = {
    "green": "Verified",
    "keyOnly": "Key proven, value not covered",
    "amber": "Could not check",
    "red": "Failed",
}
WORST_FIRST = ["red", "amber", "keyOnly", "green"]
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
MARKS = {"pass": "[ok]", "undecided": "[??]", "fail": "[!!]"}


class Unusable(Exception):
    """The file cannot be read as a bundle, so there is no verdict."""


class CannotCheck(Exception):
    """A hash function or rule that this script does not know."""


# --- the envelope -----------------------------------------------------------------------------------------------


def no_duplicates(pairs):
    found = {}
    for name, value in pairs:
        if name in found:
            raise Unusable("The property %r occurs twice." % name)
        found[name] = value
    return found


def read_json(text, what):
    try:
        return json.loads(text, object_pairs_hook=no_duplicates)
    except (ValueError, RecursionError) as error:
        raise Unusable("%s is not JSON that can be read: %s" % (what, error))


def strict_base64(text, what):
    try:
        data = base64.b64decode(text, validate=True)
    except (ValueError, TypeError) as error:
        raise Unusable("%s is not base64: %s" % (what, error))
    if base64.b64encode(data).decode() != text:
        raise Unusable("%s is not base64 in its only form." % what)
    return data


def read_bundle(data):
    if len(data) > MOST_BYTES:
        raise Unusable("The bundle is larger than %d bytes." % MOST_BYTES)
    try:
        text = data.decode("ascii")
    except UnicodeDecodeError:
        raise Unusable("The bundle has characters that no bundle has.")
    bundle = read_json(text, "The bundle")
    try:
        if bundle["mediaType"] != MEDIA_TYPE:
            raise Unusable("The bundle has another type: %r" % bundle["mediaType"])
        material = bundle["verificationMaterial"]
        envelope = bundle["dsseEnvelope"]
        if envelope["payloadType"] != PAYLOAD_TYPE:
            raise Unusable("The signed contents have another type: %r" % envelope["payloadType"])
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
        raise Unusable("This is not an evidence bundle: %r is missing or of the wrong type." % error)
    if json.dumps(written, separators=(",", ":")) + "\n" != text:
        raise Unusable("The bundle is not written as Atom Explorer writes it. It was altered or reformatted.")
    spki = strict_base64(hint, "The public key")
    if len(spki) != 44 or not spki.startswith(SPKI_PREFIX):
        raise Unusable("The bundle does not contain an Ed25519 public key.")
    if hashlib.sha256(spki).hexdigest() != key_id:
        raise Unusable("The key ID is not the fingerprint of the public key.")
    payload = strict_base64(envelope["payload"], "The payload")
    responses = [strict_base64(each["signedTimestamp"], "A timestamp") for each in timestamps]
    return payload, spki, key_id, strict_base64(signature, "The signature"), responses


def pre_auth_encoding(payload):
    kind = PAYLOAD_TYPE.encode()
    return b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(payload), payload)


def openssl_verifies(spki, message, signature):
    """One line of openssl: Python's standard library has no Ed25519."""
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
    raise Unusable("openssl could not check the signature: %s" % done.stderr.decode(errors="replace").strip())


def verify_timestamp(response, signature, tsa_cert):
    """An RFC 3161 response over the signature, checked by openssl at the time that it states. Returns (status, words)."""
    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for name, content in (("response", response), ("signature", signature)):
            files[name] = os.path.join(folder, name)
            with open(files[name], "wb") as file:
                file.write(content)
        token, certificates = os.path.join(folder, "token"), os.path.join(folder, "certificates")

        def openssl(*command):
            done = subprocess.run(("openssl",) + command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            return done.returncode == 0, done.stdout.decode(errors="replace")

        def is_verified(trusted, time):
            command = ("ts", "-verify", "-in", files["response"], "-data", files["signature"], "-CAfile", trusted)
            return openssl(*command, "-partial_chain", "-attime", str(time))[0]

        _, text = openssl("ts", "-reply", "-in", files["response"], "-text")
        stated = re.search(r"^Time stamp: (\w{3}) +(\d+) (\d\d):(\d\d):(\d\d)(?:\.\d+)? (\d{4}) GMT$", text, re.M)
        if stated is None or stated.group(1) not in MONTHS:
            return "fail", "The timestamp cannot be read."
        month, day, hour, minute, second, year = stated.groups()
        parts = (int(year), MONTHS.index(month) + 1, int(day), int(hour), int(minute), int(second))
        time = calendar.timegm(parts)
        at = "%04d-%02d-%02d %02d:%02d:%02d UTC" % parts
        if tsa_cert is not None and is_verified(tsa_cert, time):
            return "pass", "The signature existed before %s, according to an authority that you trust." % at
        # With the certificates that it brings, everything can be checked but whose they are.
        openssl("ts", "-reply", "-in", files["response"], "-token_out", "-out", token)
        openssl("pkcs7", "-inform", "DER", "-in", token, "-print_certs", "-out", certificates)
        if not os.path.exists(certificates) or not is_verified(certificates, time):
            return "fail", "The timestamp is wrong, and proves nothing."
    return "undecided", "Could not check who issued the timestamp, which states %s: pass --tsa-cert." % at


def fingerprint_of(key):
    plain = re.sub(r"[:\s]", "", key).lower()
    if re.fullmatch(r"[0-9a-f]{64}", plain):
        return plain
    try:
        with open(key, encoding="ascii") as file:
            pem = file.read()
    except (OSError, UnicodeDecodeError):
        raise Unusable("--key is neither a fingerprint of 64 hex digits nor a file with a public key.")
    body = re.search(r"-----BEGIN PUBLIC KEY-----(.*?)-----END PUBLIC KEY-----", pem, re.S)
    if body is None:
        raise Unusable("%s does not contain a public key." % key)
    return hashlib.sha256(base64.b64decode(body.group(1))).hexdigest()


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


class Gap(Exception):
    """The leaf rule cannot be applied to this atom."""


SEPARATORS = {"concat": "", "join-colon": ":", "join-pipe": "|", "join-nul": "\0", "join-newline": "\n"}
LENGTHS = {
    "length-u32be": (4, "big"),
    "length-u32le": (4, "little"),
    "length-u64be": (8, "big"),
    "length-u64le": (8, "little"),
}


def bound_fields(preimage):
    if preimage == "atom":  # An atom without a value: its key is all there is.
        return ["key", "value"]
    names = preimage.split(":", 1)[-1].replace("hash-", "").split(",")
    return names if set(names) <= {"key", "value", "version"} else None


def leaf_preimage(preimage, name, atom):
    fields = bound_fields(preimage)
    if fields is None:
        raise CannotCheck("This script does not know the leaf rule %s." % preimage)
    text = {}
    for field in fields:
        value = atom[field]
        if value is None:
            raise Gap(field + " is missing")
        if field == "version":
            if value != int(value) or abs(value) > 2**53 - 1:
                raise Gap("the version is not an exact integer")
            value = str(int(value))
        elif any(0xD800 <= ord(character) <= 0xDFFF for character in value):
            raise Gap("the %s is not valid Unicode" % field)
        text[field] = value
    if preimage == "atom":
        if text["value"] != "":
            raise Gap("the atom has a value")
        return text["key"].encode()
    kind = preimage.split(":", 1)[0]
    typed = [int(text[field]) if field == "version" else text[field] for field in fields]
    if kind == "json":
        return json.dumps(dict(zip(fields, typed)), separators=(",", ":"), ensure_ascii=False).encode()
    if kind == "json-array":
        return json.dumps(typed, separators=(",", ":"), ensure_ascii=False).encode()
    if preimage in ("key", "value"):
        return text[preimage].encode()
    if preimage == "concat:key,hash-value":
        return text["key"].encode() + hash_bytes(name, text["value"].encode())
    if preimage == "concat:hash-key,hash-value":
        return hash_bytes(name, text["key"].encode()) + hash_bytes(name, text["value"].encode())
    if kind in SEPARATORS and "hash-" not in preimage:
        return SEPARATORS[kind].join(text[field] for field in fields).encode()
    if kind in LENGTHS:
        size, order = LENGTHS[kind]
        parts = [text[field].encode() for field in fields]
        return b"".join(len(part).to_bytes(size, order) + part for part in parts)
    raise CannotCheck("This script does not know the leaf rule %s." % preimage)


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


def read_hash(text, length):
    if not isinstance(text, str):
        raise Malformed()
    plain = text[2:] if text[:2] in ("0x", "0X") else text
    if re.fullmatch(r"(?:[0-9a-fA-F]{2})+", plain):
        data = bytes.fromhex(plain)
    else:
        padded = text.replace("-", "+").replace("_", "/").rstrip("=")
        padded += "=" * (-len(padded) % 4)
        try:
            data = base64.b64decode(padded, validate=True)
        except ValueError:
            raise Malformed()
    if len(data) not in ([32, 48, 64] if length is None else [length]):
        raise Malformed()
    return data


def read_integer(value):
    if isinstance(value, str) and re.fullmatch(r"[1-9][0-9]{15,77}", value) and int(value) > 2**53 - 1:
        return int(value)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != int(value):
        raise Malformed()
    if value < 0 or value > 2**53 - 1:
        raise Malformed()
    return int(value)


def read_proof(proof, length):
    """The proof of the interface; raises Malformed, or CannotCheck for the other forms that the app knows."""
    if isinstance(proof, list) or (isinstance(proof, dict) and "currentProof" in proof):
        raise CannotCheck("This script does not check chains of proofs.")
    if not isinstance(proof, dict):
        raise Malformed()
    if not {"leafHash", "siblings", "leafIndex"} & set(proof) and {"auditPath", "leaf", "hashes", "logIndex"} & set(proof):
        raise CannotCheck("This script checks only proofs with leafHash, siblings, rootHash, leafIndex, and treeSize.")
    leaf = read_hash(proof.get("leafHash"), length)
    siblings = proof.get("siblings")
    if not isinstance(siblings, list) or len(siblings) > 256:
        raise Malformed()
    read = {
        "leaf": leaf,
        "siblings": [read_hash(each, len(leaf)) for each in siblings],
        "root": read_hash(proof.get("rootHash"), len(leaf)),
        "index": read_integer(proof.get("leafIndex")),
        "size": read_integer(proof.get("treeSize")),
    }
    if read["size"] == 0 or read["index"] >= read["size"]:
        raise Malformed()
    return read


def places_to_root(index, size):
    """For each level, on which side the neighbor stands; None for the last of an odd number."""
    places, last = [], size - 1
    while last > 0:
        places.append("left" if index % 2 == 1 else "right" if index < last else None)
        index, last = index // 2, last // 2
    return places


def sibling_counts(places, shape):
    neighbors = sum(1 for place in places if place is not None)
    return {neighbors} if shape == "rfc6962" else {neighbors, len(places)}


def leads_to_root(proof, rule):
    """RFC 9162 section 2.1.3.2, for every tree shape that the app knows."""
    places = places_to_root(proof["index"], proof["size"])
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


def check_atom(atom, requested_key, proof, scheme):
    """The checks that need nothing but the bundle. Returns (statuses, settled key-only leaf, root and size)."""
    statuses = dict.fromkeys(("wellFormed", "path", "content", "coherent"), "undecided")
    if requested_key is not None and requested_key != atom["key"]:
        statuses["coherent"] = "fail"
    paths = scheme["path"] if scheme else []
    leaves = scheme["leaf"] if scheme else []
    if proof is None:
        return statuses, False, None
    lengths = {hash_length(rule["hash"]) for rule in paths + leaves}
    try:
        read = read_proof(proof, lengths.pop() if len(lengths) == 1 else None)
    except Malformed:
        statuses["wellFormed"] = "fail"
        return statuses, False, None
    # A single proof has one level of trees.
    levels, paths = paths, [rule for rule in paths if not rule.get("links")]
    if levels and not paths:
        statuses["wellFormed"] = "fail"
        return statuses, False, None
    # Well-formed: the number of siblings fits the position in a tree of a shape that the rules allow.
    places = places_to_root(read["index"], read["size"])
    expected = set().union(*(sibling_counts(places, rule["shape"]) for rule in paths))
    if paths:
        statuses["wellFormed"] = "pass" if len(read["siblings"]) in expected else "fail"
    elif not read["siblings"] and read["size"] > 1:
        statuses["wellFormed"] = "fail"
    # Path: it leads to exactly the stated root.
    if paths:
        statuses["path"] = "pass" if any(leads_to_root(read, rule) for rule in paths) else "fail"
    # Content: the leaf is the hash of this key, value, and version.
    fits, gap, differs = [], False, False
    for rule in leaves:
        try:
            same = hash_leaf(rule, atom) == read["leaf"]
            fits += [bound_fields(rule["preimage"])] if same else []
            differs = differs or not same
        except Gap:
            gap = True
    key_only = False
    if not any(read["leaf"]):
        statuses["content"] = "fail"
    elif fits and all({"key", "value"} <= set(fields) for fields in fits):
        statuses["content"] = "pass"
    elif fits:
        key_only = all("key" in fields and "value" not in fields for fields in fits)
    elif differs and not gap:
        statuses["content"] = "fail"
    # Coherent: the hash of the atom is the leaf, and the key is the requested one.
    if atom["hash"] is not None:
        try:
            same = read_hash(atom["hash"], None) == read["leaf"]
        except Malformed:
            same = False
        if not same:
            statuses["coherent"] = "fail"
    if statuses["coherent"] != "fail":
        statuses["coherent"] = "pass"
    return statuses, key_only, (read["root"], read["size"])


def verdict_of(statuses, key_only):
    if "fail" in statuses.values():
        return "red"
    if statuses["path"] == statuses["content"] == statuses["coherent"] == "pass":
        return "green"
    if statuses["path"] == statuses["coherent"] == "pass" and key_only:
        return "keyOnly"
    return "amber"


def is_as_recorded(name, own, recorded, value_left_out):
    """Failures that rest on what only the signer knew are taken from the record."""
    status, code = recorded["status"], recorded["code"]
    if own == status:
        return True
    if name == "snapshot":
        return own != "fail"
    if name == "content" and value_left_out:
        return own == "undecided"
    outside = {
        "wellFormed": r"tree-size-differs",
        "coherent": r"incoherent\.(?:.*\+)?(?:memory|copies)(?:\+|$)|copy-unchecked",
    }
    return own == "pass" and name in outside and re.match(outside[name], code) is not None


def plain(carried):
    if isinstance(carried, dict):
        units = carried["utf16"]
        data = b"".join(bytes.fromhex(units[at : at + 4])[::-1] for at in range(0, len(units), 4))
        return data.decode("utf-16-le", "surrogatepass")
    return carried


def value_digest(value):
    try:
        data = value.encode()
    except UnicodeEncodeError:
        return None, None
    return hashlib.sha256(data).hexdigest(), len(data)


def verify_read(read, scheme, snapshot):
    """Returns (verdict, what differs from the record)."""
    value = plain(read["value"]) if "value" in read else None
    atom = {"key": plain(read["key"]), "value": value, "version": read["version"], "hash": plain(read["hash"])}
    own, key_only, _ = check_atom(atom, plain(read["requestedKey"]), read["proof"], scheme)
    own["snapshot"] = snapshot
    recorded = read["verdict"]
    checks = recorded["checks"]
    differences = [name for name in own if not is_as_recorded(name, own[name], checks[name], value is None)]
    merged = dict(own)
    for name in own:
        if own[name] != "fail" and checks[name]["status"] == "fail":
            merged[name] = "fail"
    if checks["coherent"]["code"] == "copy-unchecked" and own["coherent"] == "pass":
        merged["coherent"] = "undecided"
    merged["root"] = checks["root"]["status"]
    verdict = verdict_of(merged, key_only)
    if checks["root"]["code"] == "root.unexplained" and verdict != "red":
        verdict = "amber"
    failed = any(check["status"] == "fail" for check in checks.values())
    green = checks["root"]["code"] != "root.unexplained" and all(
        checks[name]["status"] == "pass" for name in ("path", "content", "coherent")
    )
    follows = failed == (recorded["status"] == "red") and (failed or green == (recorded["status"] == "green"))
    same = recorded["status"] == verdict or (value is None and verdict == "amber")
    if not (follows and same):
        differences.append("verdict")
    if value is not None and value_digest(value) != (read["valueSha256"], read["valueBytes"]):
        differences.append("value")
    return ("red" if differences else verdict), differences


# --- the bundle as a whole --------------------------------------------------------------------------------------


def scheme_at(predicate, place):
    return None if place is None else predicate["schemes"][place]


def snapshots(reads):
    """Reads of one request at one time came in one response, from one tree."""
    groups = {}
    for at, read in enumerate(reads):
        groups.setdefault((read["requestId"], read["at"]), []).append(at)
    results = ["undecided"] * len(reads)
    for places in groups.values():
        roots = []
        for at in places:
            try:
                proof = read_proof(reads[at]["proof"], None)
                roots.append((proof["root"], proof["size"]))
            except (Malformed, CannotCheck):
                roots.append(None)
        known = [root for root in roots if root is not None]
        for at, root in zip(places, roots):
            if len(set(known)) > 1:
                results[at] = "fail"
            elif root is not None and len(known) > 1:
                results[at] = "pass"
    return results


def encode_key(key):
    if re.fullmatch(r"\.+", key):
        return key.replace(".", "%2E")
    try:
        data = key.encode()
    except UnicodeEncodeError:
        return None
    kept = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()"
    return "".join(chr(byte) if byte in kept else "%%%02X" % byte for byte in data)


def body_of(response):
    body = response["body"]
    return body["text"].encode() if "text" in body else base64.b64decode(body["base64"])


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


def same_json(one, other):
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same_json(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(same_json(*pair) for pair in zip(one, other))
    numbers = (int, float)
    if isinstance(one, numbers) and isinstance(other, numbers) and not isinstance(one, bool):
        return float(one) == float(other)
    return one == other


def atoms_in(value):
    found = []
    if isinstance(value, dict):
        if {"key", "value", "hash", "proof"} & set(value):
            found.append(value)
        for name in value:
            if name != "proof":
                found += atoms_in(value[name])
    elif isinstance(value, list):
        for item in value:
            found += atoms_in(item)
    return found


def compare_responses(predicate):
    by_request, differ, not_found = {}, 0, 0
    for response in predicate["rawResponses"]:
        atoms = by_request.setdefault(response["requestId"], [])
        try:
            atoms += atoms_in(json.loads(body_of(response).decode()))
        except (ValueError, RecursionError):
            pass
    for read in predicate["reads"]:
        if read["requestId"] not in by_request:
            continue
        key = plain(read["key"])
        same = [atom for atom in by_request[read["requestId"]] if atom.get("key", key) == key]
        if not same:
            not_found += 1
        elif not any(
            ("value" not in read or atom.get("value") == plain(read["value"]))
            and (read["version"] is None or atom.get("version") == read["version"])
            and (read["hash"] is None or atom.get("hash") == plain(read["hash"]))
            and (read["proof"] is None or same_json(atom.get("proof"), read["proof"]))
            for atom in same
        ):
            differ += 1
    return differ, not_found


def verify_ledger(ledger, spki):
    """A signed checkpoint (C2SP tlog-checkpoint) and RFC 6962 inclusion proofs. Returns (status, words)."""
    note = ledger["checkpoint"]
    text, separator, signatures = note.rpartition("\n\n")
    lines = (text + "\n").split("\n")
    if not separator or len(lines) < 4 or not re.fullmatch(r"0|[1-9]\d{0,18}", lines[1]):
        return "fail", "The checkpoint of the root ledger cannot be read."
    message, key = (text + "\n").encode(), spki[len(SPKI_PREFIX) :]
    signed = False
    for line in signatures.strip("\n").split("\n"):
        match = re.fullmatch("\u2014 (\\S+) ([A-Za-z0-9+/=]+)", line)
        if match is None:
            return "fail", "The checkpoint of the root ledger cannot be read."
        data = base64.b64decode(match.group(2))
        key_id = hashlib.sha256(match.group(1).encode() + b"\n\x01" + key).digest()[:4]
        if data[:4] == key_id:
            if not openssl_verifies(spki, message, data[4:]):
                return "fail", "The signature of the checkpoint of the root ledger is wrong."
            signed = True
    rule = {"hash": "sha-256", "node": "prefix-01", "shape": "rfc6962", "order": "leaf-to-root"}
    for entry in ledger["entries"]:
        proof = {
            "leaf": hashlib.sha256(b"\x00" + entry["leaf"].encode()).digest(),
            "siblings": [base64.b64decode(each) for each in entry["inclusion"]],
            "root": base64.b64decode(lines[2]),
            "index": entry["index"],
            "size": int(lines[1]),
        }
        if proof["index"] >= proof["size"] or not leads_to_root(proof, rule):
            return "fail", "Entry %d of the root ledger does not lead to the checkpoint." % entry["index"]
    if not signed:
        return "undecided", "The checkpoint of the root ledger was signed by another key than the bundle."
    return "pass", "The entries of the root ledger are in the tree of the signed checkpoint."


def read_sighting(leaf):
    """(root, size or None, asked, received) of an entry that records a root; None if it is another entry."""
    try:
        entry = json.loads(leaf)
        if entry["kind"] != "root" or entry["path"] not in ("pass", "fail", "undecided"):
            return None
        root, size, asked, received = entry["rootHash"], entry["treeSize"], entry["askedAt"], entry["at"]
        if not isinstance(root, str) or isinstance(asked, bool) or isinstance(received, bool):
            return None
        if not isinstance(asked, (int, float)) or not isinstance(received, (int, float)):
            return None
        if size is not None and not re.fullmatch("[0-9]{1,100}", size):
            return None
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    if re.fullmatch("(0x)?[0-9a-f]+", root, re.I):
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
    ledger = predicate["ledger"]
    entries = [] if ledger is None else ledger["entries"]
    seen = {each["index"]: read_sighting(each["leaf"]) for each in entries}
    differ, unproven, recorded = 0, 0, set()
    for one in predicate["contradictions"]:
        recorded.update(one["entries"])
        pair = [seen.get(index) for index in one["entries"]]
        derived = derive_contradiction(*pair) if len(pair) == 2 and None not in pair else None
        if derived is None or one["code"] not in ("same-root-other-size", "shrinking", "unexplained"):
            unproven += 1
        else:
            differ += derived != one["code"]
    others = [each for index, each in seen.items() if each is not None and index not in recorded]
    unrecorded, sized, largest = 0, {}, None
    received = sorted((each for each in others if each[1] is not None), key=lambda each: each[3])
    for later in sorted(others, key=lambda each: each[2]):
        while received and received[0][3] < later[2]:
            before = received.pop(0)
            largest = before if largest is None or before[1] > largest[1] else largest
        if later[1] is None:
            continue
        unrecorded += sized.setdefault(later[0], later[1]) != later[1]
        unrecorded += largest is not None and derive_contradiction(largest, later) == "shrinking"
    return len(predicate["contradictions"]), differ, unproven, unrecorded


def verify_receipts(predicate):
    verdicts, differ = [], 0
    for receipt in predicate["receipts"]:
        scheme = scheme_at(predicate, receipt["scheme"])
        for atom in receipt["atoms"]:
            back = atom["readBack"]
            if back is None:
                continue
            of_stored = back["version"] == atom["version"]
            own = {
                "key": plain(atom["key"]),
                "value": None,
                "version": back["version"],
                "hash": plain(atom["hash"]) if of_stored else None,
            }
            statuses, key_only, _ = check_atom(own, None, back["proof"], scheme)
            verdict = verdict_of(statuses, key_only)
            differ += verdict == "red" and back["verdict"] != "red"
            verdicts.append("red" if back["verdict"] == "red" else verdict)
    return verdicts, differ


def verify_audit(audit):
    """What the signer recorded about an audit. It can make a bundle red, never green: the proofs are not in it."""
    header, footer = audit["header"], audit["footer"]
    counts = footer["counts"]
    changed = header["expectedChanges"] is not None and counts["changes"]["other"] > 0
    failed = (
        counts["outcomes"]["red"] > 0
        or counts["conflicts"] > 0
        or counts["unmet"] > 0
        or changed
        or any(root["status"] == "contradiction" for root in footer["roots"])
    )
    words = "An audit of %d keys is recorded, of which %d failed. Its file has the SHA-256 %s."
    words %= (counts["records"], counts["outcomes"]["red"], audit["file"]["sha256"])
    return ("fail" if failed else "undecided"), words


def verify(data, named_key, root, tsa_cert):
    """Prints what was verified, and returns the verdict on the bundle."""
    findings = []

    def find(status, words):
        findings.append(status)
        print("%s %s" % (MARKS[status], words))

    payload, spki, fingerprint, signature, timestamps = read_bundle(data)
    if not openssl_verifies(spki, pre_auth_encoding(payload), signature):
        find("fail", "The signature does not match the contents. Nothing in the bundle can be trusted.")
        return "red"
    find("pass", "The Ed25519 signature matches the contents.")
    if named_key is None:
        find("undecided", "Signed by the key with fingerprint %s. Nobody vouches for it: pass --key." % fingerprint)
    elif named_key == fingerprint:
        find("pass", "Signed by the key that you specified, with fingerprint %s." % fingerprint)
    else:
        find("fail", "Signed by the key with fingerprint %s, not by the one that you specified." % fingerprint)

    # Only now, when the signature is known to be right, are the contents read.
    try:
        statement = read_json(payload.decode(), "The signed statement")
    except UnicodeDecodeError:
        raise Unusable("The signed statement is not UTF-8.")
    if not isinstance(statement, dict) or statement.get("_type") != STATEMENT_TYPE:
        raise Unusable("The signed contents are not an in-toto statement of version 1.")
    if statement.get("predicateType") != PREDICATE_TYPE:
        raise Unusable("The statement is of another type: %r" % statement.get("predicateType"))
    predicate = statement["predicate"]
    service = predicate["service"]
    print("     Service: %s (%s)" % (service["name"], service["address"] or "embedded"))
    print("     Recorded by %s %s at %s" % (predicate["app"]["name"], predicate["app"]["version"], predicate["observedAt"]))

    stated = [(each["name"], each["digest"]["sha256"]) for each in statement["subject"]]
    same = stated == subjects_of(predicate)
    find("pass" if same else "fail", "The digests in the statement %s those of its contents." % ("are" if same else "are not"))

    verdicts, differing = [], 0
    for read, snapshot in zip(predicate["reads"], snapshots(predicate["reads"])):
        try:
            verdict, differences = verify_read(read, scheme_at(predicate, read["scheme"]), snapshot)
        except CannotCheck as reason:
            recorded = read["verdict"]["status"]
            verdict, differences = ("red" if recorded == "red" else "amber"), []
            print("     %s" % reason)
        verdicts.append(verdict)
        differing += bool(differences)
        note = "" if not differences else " (differs from the record: %s)" % ", ".join(differences)
        print("     %s: %s%s" % (ascii(plain(read["key"])), WORDS[verdict], note))
    if predicate["reads"]:
        find("fail" if differing else "pass", "%d of %d recorded verdicts differ." % (differing, len(verdicts)))
    if root is not None and predicate["reads"]:
        other = 0
        for read in predicate["reads"]:
            try:
                other += read_proof(read["proof"], None)["root"] != root
            except (Malformed, CannotCheck):
                other += 1
        find("fail" if other else "pass", "%d of %d reads lead to another root." % (other, len(verdicts)))
    if predicate["rawResponses"]:
        differ, not_found = compare_responses(predicate)
        status = "fail" if differ else "undecided" if not_found else "pass"
        find(status, "Raw responses: %d reads differ, %d not found." % (differ, not_found))
    if predicate["receipts"]:
        try:
            read_backs, differ = verify_receipts(predicate)
            verdicts += read_backs
            find("fail" if differ else "pass", "%d proofs of receipts differ from the record." % differ)
        except CannotCheck as reason:
            find("undecided", str(reason))
    if predicate["ledger"] is not None:
        find(*verify_ledger(predicate["ledger"], spki))
    count, differ, unproven, unrecorded = verify_contradictions(predicate)
    if count:
        words = "%d contradictions are recorded; %d do not follow from the entries of the ledger, %d cannot be checked."
        find("fail", words % (count, differ, unproven))
    elif unrecorded:
        find("undecided", "%d pairs of entries of the root ledger contradict each other." % unrecorded)
    if "audit" in predicate:
        find(*verify_audit(predicate["audit"]))
    for response in timestamps:
        find(*verify_timestamp(response, signature, tsa_cert))

    print("Not shown by this bundle:")
    for limit in predicate["notShown"]:
        print("     " + limit["words"])
    if "fail" in findings:
        return "red"
    if "undecided" in findings or not verdicts:
        verdicts.append("amber")
    return min(verdicts, key=WORST_FIRST.index)


def main(arguments):
    options, files = {}, []
    while arguments:
        argument = arguments.pop(0)
        if argument in ("--key", "--root", "--tsa-cert") and arguments and argument not in options:
            options[argument] = arguments.pop(0)
        elif argument.startswith("--"):
            raise Unusable(__doc__.strip())
        else:
            files.append(argument)
    if len(files) != 1:
        raise Unusable(__doc__.strip())
    try:
        with open(files[0], "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise Unusable("%s cannot be read: %s" % (files[0], error.strerror))
    key = fingerprint_of(options["--key"]) if "--key" in options else None
    tsa_cert = options.get("--tsa-cert")
    if tsa_cert is not None and not os.path.isfile(tsa_cert):
        raise Unusable("%s cannot be read." % tsa_cert)
    try:
        root = read_hash(options["--root"], None) if "--root" in options else None
    except Malformed:
        raise Unusable("--root is not a hash.")
    try:
        verdict = verify(data, key, root, tsa_cert)
    except (KeyError, TypeError, IndexError, ValueError, AttributeError, RecursionError) as error:
        raise Unusable("The signed statement does not have the form of evidence (%s: %s)." % (type(error).__name__, error))
    print("Verdict: %s" % WORDS[verdict])
    return {"green": 0, "red": 1}.get(verdict, 3)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Unusable as problem:
        print(problem, file=sys.stderr)
        sys.exit(2)
