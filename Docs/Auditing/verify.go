// Verifies evidence about a log with the packages of Go's checksum database, golang.org/x/mod/sumdb.
//
// usage: go run verify.go KEY FOLDER
//
// KEY is the log's public key, as `cleanstore key` prints it, or a file with that. FOLDER has what is to be
// verified, as far as it is there: checkpoint, entries/N.leaf and N.tlog-proof, old and consistency, and
// log/*.jsonl.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "REJECTED:", err)
		os.Exit(1)
	}
}

func require(condition bool, what string) {
	if !condition {
		check(fmt.Errorf("%s", what))
	}
}

// A checkpoint whose signature was verified.
func openCheckpoint(signed string, verifier note.Verifier) tlog.Tree {
	opened, err := note.Open([]byte(signed), note.VerifierList(verifier))
	check(err)
	lines := strings.Split(opened.Text, "\n")
	require(lines[0] == verifier.Name(), "a checkpoint is of another log")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	check(err)
	root, err := tlog.ParseHash(lines[2])
	check(err)
	return tlog.Tree{N: size, Hash: root}
}

func parseHashes(lines []string) []tlog.Hash {
	var hashes []tlog.Hash
	for _, line := range lines {
		hash, err := tlog.ParseHash(line)
		check(err)
		hashes = append(hashes, hash)
	}
	return hashes
}

var crc = regexp.MustCompile(`,"crc":"[0-9a-f]{8}"\}$`)

// The leaf of a line: personal data replaced by its hash, and no checksum.
func leaf(line []byte) []byte {
	var entry struct{ Personal json.RawMessage }
	check(json.Unmarshal(line, &entry))
	if len(entry.Personal) > 0 && entry.Personal[0] == '{' {
		hash := fmt.Sprintf(`"sha256:%x"`, sha256.Sum256(entry.Personal))
		place := bytes.LastIndex(line, entry.Personal)
		line = append(append(append([]byte{}, line[:place]...), hash...), line[place+len(entry.Personal):]...)
	}
	return crc.ReplaceAll(line, []byte("}"))
}

func main() {
	key, folder := os.Args[1], os.Args[2]
	if text, err := os.ReadFile(key); err == nil {
		key = strings.TrimSpace(string(text))
	}
	verifier, err := note.NewVerifier(key)
	check(err)
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(folder, name))
		check(err)
		return string(text)
	}
	signed := read("checkpoint")
	tree := openCheckpoint(signed, verifier)
	fmt.Println("checkpoint:", tree.N, "entries")

	others, _ := filepath.Glob(filepath.Join(folder, "entries", "*"))
	for _, path := range others {
		_, err := os.Stat(strings.TrimSuffix(path, filepath.Ext(path)) + ".tlog-proof")
		require(err == nil, "nothing proves "+path)
	}
	proofs, _ := filepath.Glob(filepath.Join(folder, "entries", "*.tlog-proof"))
	for _, path := range proofs {
		text, err := os.ReadFile(path)
		check(err)
		data, err := os.ReadFile(strings.TrimSuffix(path, ".tlog-proof") + ".leaf")
		check(err)
		var entry struct{ Seq int64 }
		check(json.Unmarshal(data, &entry))
		seq, err := strconv.ParseInt(strings.TrimSuffix(filepath.Base(path), ".tlog-proof"), 10, 64)
		check(err)
		require(entry.Seq == seq, path+" is of a leaf that says that it is another entry")
		head, checkpoint, _ := strings.Cut(string(text), "\n\n")
		lines := strings.Split(head, "\n")
		require(lines[0] == "c2sp.org/tlog-proof@v1" && checkpoint == signed, path+" isn't of the checkpoint")
		require(lines[1] == fmt.Sprintf("index %d", seq-1), path+" is of another entry")
		check(tlog.CheckRecord(parseHashes(lines[2:]), tree.N, tree.Hash, seq-1, tlog.RecordHash(data)))
		block, err := os.ReadFile(strings.TrimSuffix(path, ".tlog-proof") + ".personal")
		if err == nil {
			hash := fmt.Sprintf(`"personal":"sha256:%x"}`, sha256.Sum256(block))
			require(bytes.HasSuffix(data, []byte(hash)), "the personal data is other data")
		}
		fmt.Println("entry:", seq)
	}
	if _, err := os.Stat(filepath.Join(folder, "consistency")); err == nil {
		old := openCheckpoint(read("old"), verifier)
		head, checkpoint, _ := strings.Cut(read("consistency"), "\n\n")
		lines := strings.Split(head, "\n")
		require(lines[0] == fmt.Sprintf("old %d", old.N) && checkpoint == signed, "the consistency proof is of others")
		check(tlog.CheckTree(parseHashes(lines[1:]), tree.N, tree.Hash, old.N, old.Hash))
		fmt.Println("continued from:", old.N, "entries")
	}
	segments, _ := filepath.Glob(filepath.Join(folder, "log", "*.jsonl"))
	if len(segments) > 0 {
		var log []byte
		for _, segment := range segments {
			text, err := os.ReadFile(segment)
			check(err)
			log = append(log, text...)
		}
		lines := bytes.Split(bytes.TrimSuffix(log, []byte("\n")), []byte("\n"))
		require(int64(len(lines)) >= tree.N, "the log has fewer entries")
		var stored []tlog.Hash
		reader := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
			var found []tlog.Hash
			for _, index := range indexes {
				found = append(found, stored[index])
			}
			return found, nil
		})
		for n := int64(0); n < tree.N; n++ {
			hashes, err := tlog.StoredHashes(n, leaf(lines[n]), reader)
			check(err)
			stored = append(stored, hashes...)
		}
		root, err := tlog.TreeHash(tree.N, reader)
		check(err)
		require(root == tree.Hash, "the log has other entries")
		fmt.Println("log:", tree.N, "of", len(lines), "entries are proved")
	}
	fmt.Println("ACCEPTED")
}
