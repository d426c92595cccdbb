# What the recorded command lines call, beside the tool itself.

EVERY='--status placed --status paid --status shipped --status delivered --status returned
 --status cancelled --status deleted'

# A checksum of what is printed, but for sentences.
digest() {
  sed -E 's/,"(message|hint|what)":"([^"\\]|\\.)*"//g
    s/"damage":"([^ ]*): [^"]*"/"damage":"\1"/; s/"rule":"[A-Z][^"]*"/"rule":""/g' | cksum
}

# Only the orders' ids.
ids() { sed 's/{"id":"\([^"]*\)".*/\1/'; }

# Without the digests of states that have times of this run in them.
undigested() { sed 's/"digest":"[0-9a-f]*"/"digest":""/'; }

# Makes a store of a history: store NAME FILE
store() {
  mkdir -p "$1/log"
  printf '%s%s\n' '{"format":"cleanstore","version":1,"id":"c1ea0000000000000000000000000002",' \
    '"created":"2025-12-31T00:00:00.000000Z"}' >"$1/store.json"
  cat "$2" >"$1/log/00000000000000000001.jsonl"
}
