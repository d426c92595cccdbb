#!/usr/bin/env python3
"""Verifies evidence about a log, with Python and OpenSSL alone.

usage: verify.py KEY FOLDER|PACK

KEY is the log's public key, as `cleanstore key` prints it, or a file with that. PACK is an evidence pack, a tar file.
FOLDER has what is to be verified, as far as it is there:

  checkpoint                     a signed checkpoint
  entries/N.leaf, .tlog-proof    entries, and proofs that they are in the log of the checkpoint
  entries/N.personal             their personal data
  timeline.txt, README.txt       what a pack says of them
  old, consistency               an earlier checkpoint, and the proof that `checkpoint` continues it
  log/*.jsonl                    the whole log
"""
import base64, glob, hashlib, json, os, re, subprocess, sys, tarfile, tempfile, unicodedata

CHECKSUM = re.compile(rb',"crc":"[0-9a-f]{8}"}$')
TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[][{}]')
ENTRY_FILE = re.compile(r"entries/[0-9]{12,}\.(leaf|tlog-proof|personal)")
FIRST_LINE = re.compile(r"Written by ([A-Za-z0-9 .+_-]{1,64})\.")
# The version whose packs this makes again, and the SHA-256 of what their README has after its first line.
WRITER = "cleanstore 0.1.0"
README = "1695bf7741f5e2ea1026eca2abb441a20eabe74e73d0fb3097d95aea2af95551"
# The currencies whose major unit hasn't two decimals (ISO 4217).
DECIMALS = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
}


def sha256(data):
    return hashlib.sha256(data).digest()


def node(left, right):
    return sha256(b"\1" + left + right)


def leaf_hash(data):
    return sha256(b"\0" + data)


def personal_block(line):
    """Where the object is that the line's own member `personal` is: not one of that name inside of another value."""
    depth, start = 0, None
    for token in TOKEN.finditer(line):
        text, end = token.group(), token.end()
        depth += (text in b"[{") - (text in b"]}")
        if depth == 1 and start is not None:
            return start, end
        if depth == 1 and text == b'"personal"' and line.startswith(b":{", end):
            start = end + 1


def leaf_of_line(line):
    """The line as it reads after erasure, without its checksum. Every byte counts."""
    line = CHECKSUM.sub(b"}", line.rstrip(b"\n"))
    block = personal_block(line)
    if not block:
        return line
    start, end = block
    return line[:start] + b'"sha256:' + sha256(line[start:end]).hex().encode() + b'"' + line[end:]


def root_of(hashes):
    if not hashes:
        return sha256(b"")
    while len(hashes) > 1:
        pairs = [node(a, b) for a, b in zip(hashes[::2], hashes[1::2])]
        hashes = pairs + (hashes[-1:] if len(hashes) % 2 else [])
    return hashes[0]


def included(proof, leaf, index, size, root):
    """RFC 9162, section 2.1.3.2."""
    if index >= size:
        return False
    last, hash = size - 1, leaf
    for sibling in proof:
        if last == 0:
            return False
        if index % 2 or index == last:
            hash = node(sibling, hash)
            while index % 2 == 0 and index:
                index, last = index // 2, last // 2
        else:
            hash = node(hash, sibling)
        index, last = index // 2, last // 2
    return last == 0 and hash == root


def continued(proof, old_size, old_root, size, root):
    """RFC 9162, section 2.1.4.2."""
    if not 0 < old_size <= size:
        return False
    if old_size == size:
        return not proof and old_root == root
    path = [old_root] + proof if old_size & (old_size - 1) == 0 else proof
    index, last = old_size - 1, size - 1
    while index % 2:
        index, last = index // 2, last // 2
    if not path:
        return False
    old, new = path[0], path[0]
    for hash in path[1:]:
        if last == 0:
            return False
        if index % 2 or index == last:
            old, new = node(hash, old), node(hash, new)
            while index % 2 == 0 and index:
                index, last = index // 2, last // 2
        else:
            new = node(new, hash)
        index, last = index // 2, last // 2
    return last == 0 and old == old_root and new == root


def check(condition, what):
    if not condition:
        sys.exit("REJECTED: " + what)


def signed_by(key, text, signature):
    """Whether OpenSSL says that the key, 32 bytes, signed the text."""
    der = bytes.fromhex("302a300506032b6570032100") + key
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for name, content in ("key", der), ("text", text), ("signature", signature):
            paths.append(os.path.join(folder, name))
            open(paths[-1], "wb").write(content)
        command = "openssl pkeyutl -verify -rawin -pubin -keyform DER -inkey {} -in {} -sigfile {}"
        return subprocess.run(command.format(*paths).split(), capture_output=True).returncode == 0


def open_checkpoint(note, vkey, what):
    """The size and root of a signed checkpoint."""
    name, id, key = vkey.strip().split("+", 2)
    text, _, signatures = note.partition("\n\n")
    lines, text = text.split("\n"), text + "\n"
    check(lines[0] == name, what + " is of another log")
    for line in signatures.splitlines():
        dash, signer, signature = line.split(" ")
        data = base64.b64decode(signature, validate=True)
        if dash == "\u2014" and signer == name and data[:4].hex() == id:
            check(
                signed_by(base64.b64decode(key)[1:], text.encode(), data[4:]),
                "the signature of " + what + " is wrong")
            return int(lines[1]), base64.b64decode(lines[2], validate=True)
    check(False, what + " isn't signed by this key")


def money(amount, currency):
    """An amount in major units."""
    if currency is None:
        return "%d minor units" % amount
    digits = next((digits for digits, codes in DECIMALS.items() if currency in codes.split()), 2)
    text = "%0*d" % (digits + 1, abs(amount))
    point = len(text) - digits
    return "-" * (amount < 0) + (text[:point] + "." + text[point:] if digits else text) + " " + currency


def in_one_line(text):
    """With nothing in it that could begin a line, or control a terminal."""
    is_odd = lambda c: unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp")
    return "".join("\\u{%x}" % ord(c) if is_odd(c) else c for c in text)


def timeline_line(entry, currencies):
    """An entry for people: number, time, who, what, and the outcome. `currencies` are those of the streams so far."""
    command, events, stream = entry["command"], entry.get("events", []), entry["stream"]
    parts = [command] + events
    currency = next((part["currency"] for part in parts if type(part.get("currency")) is str), currencies.get(stream))
    if events:
        currencies[stream] = currency
    names = ("amount", "total", "paid", "refunded")
    amounts = [part[name] for part in parts for name in names if type(part.get(name)) is int]
    what = command["type"] + (" (%s)" % command["reason"] if "reason" in command else "")
    refused = entry.get("rejected")
    outcome = "refused: " + refused["code"] if refused else ", ".join(event["type"] for event in events)
    subject = "%s @%d" % (stream, entry["rev"])
    columns = ["@%d" % entry["seq"], entry["at"], subject, entry["actor"], what]
    columns += [money(amount, currency) for amount in amounts[:1]] + [outcome]
    return "  ".join(map(in_one_line, columns))


def missing_revision(entries):
    """The first stream and revision that isn't there, if one isn't: a pack has all entries of its streams."""
    revisions = {}
    for entry in entries:
        stream, rev = entry["stream"], entry["rev"]
        expected = revisions.get(stream, 0) + ("events" in entry)
        if rev > expected:
            return "revision %d of %s" % (revisions.get(stream, 0) + 1, stream)
        revisions[stream] = rev


def files_of_pack(path):
    """The files of a tar archive by their names. Nothing else may be in it."""
    files = {}
    with tarfile.open(path, "r:") as archive:
        for member in archive:
            name = member.name[2:] if member.name.startswith("./") else member.name
            if member.isdir() and name in (".", "entries"):
                continue
            known = name in ("README.txt", "checkpoint", "timeline.txt") or ENTRY_FILE.fullmatch(name)
            check(member.isreg() and known and name not in files, "the pack has another " + name)
            files[name] = archive.extractfile(member).read()
    return files


def files_of_folder(folder):
    """The files by their names. What isn't evidence isn't looked at."""
    files = {}
    names = ["README.txt", "checkpoint", "timeline.txt", "old", "consistency"]
    entries = glob.glob(os.path.join(folder, "entries", "*"))
    for name in names + ["entries/" + os.path.basename(path) for path in entries]:
        path = os.path.join(folder, name)
        if os.path.lexists(path):
            check(os.path.isfile(path) and not os.path.islink(path), name + " isn't a file")
            check("/" not in name or ENTRY_FILE.fullmatch(name), "nothing proves " + name)
            files[name] = open(path, "rb").read()
    return files


def compare_texts(files, timeline):
    """Why the files for people can't be compared; None if they could."""
    first, _, rest = files.get("README.txt", b"").decode().partition("\n")
    written = FIRST_LINE.fullmatch(first)
    right = {
        "README.txt": written and sha256(rest.encode()).hex() == README,
        "timeline.txt": files.get("timeline.txt") == timeline,
    }
    differing = " and ".join(name for name in right if name in files and not right[name])
    if differing and written and written[1] != WRITER:
        return "Written by %s: its %s can't be compared with what %s writes. The entries prove themselves." % (
            written[1], differing, WRITER)
    check(not differing, differing + " isn't what the entries say")


def verify_entries(files, note, size, root):
    """How many entries are proved, and why the files for people can't be compared; None if they could."""
    entries, timeline, currencies = [], [], {}
    names = {os.path.splitext(name)[0] for name in files if "/" in name}
    for name in sorted(names, key=lambda name: (len(name), name)):
        seq = int(os.path.basename(name))
        check(name == "entries/%012d" % seq, name + " isn't what entry %d is called: it may be there twice" % seq)
        check(name + ".tlog-proof" in files and name + ".leaf" in files, "nothing proves " + name)
        head, _, signed = files[name + ".tlog-proof"].decode().partition("\n\n")
        lines = head.split("\n")
        check(lines[0] == "c2sp.org/tlog-proof@v1" and signed == note, name + ".tlog-proof isn't of the checkpoint")
        check(lines[1] == "index %d" % (seq - 1), name + ".tlog-proof is of another entry")
        leaf = files[name + ".leaf"]
        proof = [base64.b64decode(line, validate=True) for line in lines[2:]]
        entry = json.loads(leaf)
        check(entry["seq"] == seq, name + ".leaf says that it is another entry")
        check(included(proof, leaf_hash(leaf), seq - 1, size, root), name + ".tlog-proof doesn't hold")
        if name + ".personal" in files:
            hash = sha256(files[name + ".personal"]).hex()
            check(entry.get("personal") == "sha256:" + hash, name + ".personal is other data")
        entries.append(entry)
        timeline.append(timeline_line(entry, currencies))
        print("entry:", timeline[-1])
    missing = missing_revision(entries)
    check(not missing, "%s isn't here: an accepted entry was left out" % missing)
    return len(entries), compare_texts(files, "".join(line + "\n" for line in timeline).encode())


def main(vkey, path):
    is_folder = os.path.isdir(path)
    files = files_of_folder(path) if is_folder else files_of_pack(path)
    vkey = open(vkey).read() if os.path.exists(vkey) else vkey
    note = files["checkpoint"].decode()
    size, root = open_checkpoint(note, vkey, "the checkpoint")
    print("checkpoint:", size, "entries")
    proved, uncompared = verify_entries(files, note, size, root)
    segments = sorted(glob.glob(os.path.join(path, "log", "*.jsonl")))
    is_pack = not is_folder or "timeline.txt" in files or "README.txt" in files
    check(proved or not is_pack and ("consistency" in files or segments), "nothing is proved: no entry is here")
    if "consistency" in files:
        old_size, old_root = open_checkpoint(files["old"].decode(), vkey, "the old checkpoint")
        head, _, signed = files["consistency"].decode().partition("\n\n")
        lines = head.split("\n")
        check(lines[0] == "old %d" % old_size and signed == note, "the consistency proof is of others")
        proof = [base64.b64decode(line, validate=True) for line in lines[1:]]
        check(continued(proof, old_size, old_root, size, root), "the log was not continued")
        print("continued from:", old_size, "entries")
    if segments:
        lines = [line for file in segments for line in open(file, "rb")]
        check(len(lines) >= size, "the log has fewer entries")
        leaves = [leaf_hash(leaf_of_line(line)) for line in lines[:size]]
        check(root_of(leaves) == root, "the log has other entries")
        print("log:", size, "of", len(lines), "entries are proved")
    if uncompared:
        sys.exit("NOT COMPARED: " + uncompared)
    print("ACCEPTED")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except (ValueError, LookupError, TypeError, AttributeError, OSError, tarfile.TarError) as error:
        sys.exit("REJECTED: %s" % error)
