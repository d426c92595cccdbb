#!/usr/bin/env python3
"""Verifies evidence about a log, with Python and OpenSSL alone.

usage: verify.py KEY FOLDER

KEY is the log's public key, as `cleanstore key` prints it, or a file with that. FOLDER has what is to be verified,
as far as it is there:

  checkpoint                     a signed checkpoint
  entries/N.leaf, .tlog-proof    entries, and proofs that they are in the log of the checkpoint
  entries/N.personal             their personal data
  old, consistency               an earlier checkpoint, and the proof that `checkpoint` continues it
  log/*.jsonl                    the whole log
"""
import base64, glob, hashlib, json, os, re, subprocess, sys, tempfile

CHECKSUM = re.compile(rb',"crc":"[0-9a-f]{8}"}\n?$')
PERSONAL = re.compile(rb'^(.*,"personal":)(\{"salt":.*\})\}$')


def sha256(data):
    return hashlib.sha256(data).digest()


def node(left, right):
    return sha256(b"\1" + left + right)


def leaf_hash(data):
    return sha256(b"\0" + data)


def leaf_of_line(line):
    """The line as it reads after erasure, without its checksum. Nothing is parsed: every byte counts."""
    line = CHECKSUM.sub(b"}", line)
    found = PERSONAL.match(line)
    if not found:
        return line
    before, block = found.groups()
    return before + b'"sha256:' + sha256(block).hex().encode() + b'"}'


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


def main(vkey, folder):
    read = lambda name: open(os.path.join(folder, name), "rb").read()
    exists = lambda name: os.path.exists(os.path.join(folder, name))
    vkey = open(vkey).read() if os.path.exists(vkey) else vkey
    note = read("checkpoint").decode()
    size, root = open_checkpoint(note, vkey, "the checkpoint")
    print("checkpoint:", size, "entries")
    names = sorted({os.path.splitext(path)[0] for path in glob.glob(os.path.join(folder, "entries", "*"))})
    for name in names:
        path = name + ".tlog-proof"
        check(os.path.exists(path) and re.fullmatch("[0-9]{12,}", os.path.basename(name)), "nothing proves " + name)
        seq = int(os.path.basename(name))
        head, _, signed = open(path, encoding="utf-8").read().partition("\n\n")
        lines = head.split("\n")
        check(lines[0] == "c2sp.org/tlog-proof@v1" and signed == note, path + " isn't of the checkpoint")
        check(lines[1] == "index %d" % (seq - 1), path + " is of another entry")
        leaf = open(name + ".leaf", "rb").read()
        proof = [base64.b64decode(line, validate=True) for line in lines[2:]]
        check(json.loads(leaf)["seq"] == seq, name + ".leaf says that it is another entry")
        check(included(proof, leaf_hash(leaf), seq - 1, size, root), path + " doesn't hold")
        if os.path.exists(name + ".personal"):
            hash = sha256(open(name + ".personal", "rb").read()).hex()
            check(json.loads(leaf).get("personal") == "sha256:" + hash, name + ".personal is other data")
        print("entry:", seq)
    if exists("consistency"):
        old_size, old_root = open_checkpoint(read("old").decode(), vkey, "the old checkpoint")
        head, _, signed = read("consistency").decode().partition("\n\n")
        lines = head.split("\n")
        check(lines[0] == "old %d" % old_size and signed == note, "the consistency proof is of others")
        proof = [base64.b64decode(line, validate=True) for line in lines[1:]]
        check(continued(proof, old_size, old_root, size, root), "the log was not continued")
        print("continued from:", old_size, "entries")
    if exists("log"):
        files = sorted(glob.glob(os.path.join(folder, "log", "*.jsonl")))
        lines = [line for file in files for line in open(file, "rb")]
        check(len(lines) >= size, "the log has fewer entries")
        leaves = [leaf_hash(leaf_of_line(line)) for line in lines[:size]]
        check(root_of(leaves) == root, "the log has other entries")
        print("log:", size, "of", len(lines), "entries are proved")
    print("ACCEPTED")


if len(sys.argv) != 3:
    sys.exit(__doc__)
try:
    main(*sys.argv[1:])
except (ValueError, LookupError, OSError) as error:
    sys.exit("REJECTED: %s" % error)
