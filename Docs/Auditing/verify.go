// Verifies evidence about a log with the packages of Go's checksum database, golang.org/x/mod/sumdb.
//
// usage: go run verify.go KEY FOLDER|PACK
//
// KEY is the log's public key, as `cleanstore key` prints it, or a file with that. PACK is an evidence pack, a tar
// file. FOLDER has what is to be verified, as far as it is there: checkpoint, entries/N.leaf, N.tlog-proof and
// N.personal, timeline.txt and README.txt, old and consistency, and log/*.jsonl.
package main

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"unicode"

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
	require(len(lines) > 3 && lines[0] == verifier.Name(), "a checkpoint is of another log")
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

// Where the object is that the line's own member `personal` is: not one of that name inside of another value.
func personalBlock(line []byte) (int, int) {
	depth, start := 0, -1
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '"':
			first := i
			for i++; i < len(line) && line[i] != '"'; i++ {
				if line[i] == '\\' {
					i++
				}
			}
			if depth == 1 && i < len(line) && string(line[first:i+1]) == `"personal"` &&
				bytes.HasPrefix(line[i+1:], []byte(":{")) {
				start = i + 2
			}
		case '{', '[':
			depth++
		case '}', ']':
			depth--
			if depth == 1 && start >= 0 {
				return start, i + 1
			}
		}
	}
	return -1, -1
}

var crc = regexp.MustCompile(`,"crc":"[0-9a-f]{8}"\}$`)

// The leaf of a line: personal data replaced by its hash, and no checksum.
func leaf(line []byte) []byte {
	line = crc.ReplaceAll(line, []byte("}"))
	start, end := personalBlock(line)
	if start < 0 {
		return line
	}
	hash := fmt.Sprintf(`"sha256:%x"`, sha256.Sum256(line[start:end]))
	return append(append(append([]byte{}, line[:start]...), hash...), line[end:]...)
}

// A JSON object. Keys are compared exactly, which a struct's wouldn't be.
type object map[string]json.RawMessage

func parse(text []byte) object {
	var parsed object
	check(json.Unmarshal(text, &parsed))
	return parsed
}

func (o object) text(key string) (string, bool) {
	var text string
	isText := bytes.HasPrefix(o[key], []byte(`"`)) && json.Unmarshal(o[key], &text) == nil
	return text, isText
}

func (o object) integer(key string) (int64, bool) {
	number, err := strconv.ParseInt(string(o[key]), 10, 64)
	return number, err == nil
}

// The currencies whose major unit hasn't two decimals (ISO 4217).
var decimals = map[int]string{
	0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
	3: "BHD IQD JOD KWD LYD OMR TND",
	4: "CLF UYW",
}

// An amount in major units.
func money(amount int64, currency string) string {
	if currency == "" {
		return fmt.Sprintf("%d minor units", amount)
	}
	digits := 2
	for count, codes := range decimals {
		for _, code := range strings.Fields(codes) {
			if code == currency {
				digits = count
			}
		}
	}
	sign, text := "", strconv.FormatInt(amount, 10)
	if amount < 0 {
		sign, text = "-", text[1:]
	}
	for len(text) <= digits {
		text = "0" + text
	}
	if digits > 0 {
		text = text[:len(text)-digits] + "." + text[len(text)-digits:]
	}
	return sign + text + " " + currency
}

// With nothing in it that could begin a line, or control a terminal.
func inOneLine(text string) string {
	var line strings.Builder
	for _, c := range text {
		if unicode.In(c, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
			fmt.Fprintf(&line, `\u{%x}`, c)
		} else {
			line.WriteRune(c)
		}
	}
	return line.String()
}

// An entry for people: number, time, who, what, and the outcome. The currencies are those of the streams so far.
func timelineLine(entry object, currencies map[string]string) string {
	stream, _ := entry.text("stream")
	command := parse(entry["command"])
	var events []object
	if entry["events"] != nil {
		check(json.Unmarshal(entry["events"], &events))
	}
	parts := append([]object{command}, events...)
	currency, amount := currencies[stream], ""
	for _, part := range parts {
		if named, isText := part.text("currency"); isText {
			currency = named
			break
		}
	}
	if len(events) > 0 {
		currencies[stream] = currency
	}
	var types []string
	for place, part := range parts {
		for _, name := range []string{"amount", "total", "paid", "refunded"} {
			if number, isInteger := part.integer(name); isInteger && amount == "" {
				amount = money(number, currency)
			}
		}
		if kind, _ := part.text("type"); place > 0 {
			types = append(types, kind)
		}
	}
	what, _ := command.text("type")
	if reason, isText := command.text("reason"); isText {
		what += " (" + reason + ")"
	}
	outcome := strings.Join(types, ", ")
	if entry["rejected"] != nil {
		code, _ := parse(entry["rejected"]).text("code")
		outcome = "refused: " + code
	}
	at, _ := entry.text("at")
	actor, _ := entry.text("actor")
	columns := []string{"@" + string(entry["seq"]), at, stream + " @" + string(entry["rev"]), actor, what}
	if amount != "" {
		columns = append(columns, amount)
	}
	columns = append(columns, outcome)
	for place := range columns {
		columns[place] = inOneLine(columns[place])
	}
	return strings.Join(columns, "  ")
}

// A pack has all entries of its streams.
func requireRevision(entry object, revisions map[string]int64) {
	stream, _ := entry.text("stream")
	rev, isInteger := entry.integer("rev")
	require(isInteger, "an entry has no revision")
	expected := revisions[stream]
	if entry["events"] != nil {
		expected++
	}
	require(rev <= expected, fmt.Sprintf(
		"revision %d of %s isn't here: an accepted entry was left out", revisions[stream]+1, stream))
	revisions[stream] = rev
}

var entryFile = regexp.MustCompile(`^entries/[0-9]{12,}\.(leaf|tlog-proof|personal)$`)

// The files of a tar archive by their names. Nothing else may be in it.
func filesOfPack(path string) map[string][]byte {
	files := map[string][]byte{}
	text, err := os.ReadFile(path)
	check(err)
	archive := tar.NewReader(bytes.NewReader(text))
	for {
		header, err := archive.Next()
		if err == io.EOF {
			return files
		}
		check(err)
		name := strings.TrimPrefix(header.Name, "./")
		if header.Typeflag == tar.TypeDir && (name == "" || name == "entries/") {
			continue
		}
		known := name == "README.txt" || name == "checkpoint" || name == "timeline.txt" || entryFile.MatchString(name)
		require(header.Typeflag == tar.TypeReg && known && files[name] == nil, "the pack has another "+name)
		files[name], err = io.ReadAll(archive)
		check(err)
	}
}

// The files by their names. What isn't evidence isn't looked at.
func filesOfFolder(folder string) map[string][]byte {
	files := map[string][]byte{}
	names := []string{"README.txt", "checkpoint", "timeline.txt", "old", "consistency"}
	entries, _ := filepath.Glob(filepath.Join(folder, "entries", "*"))
	for _, path := range entries {
		name := "entries/" + filepath.Base(path)
		require(entryFile.MatchString(name), "nothing proves "+name)
		names = append(names, name)
	}
	for _, name := range names {
		path := filepath.Join(folder, name)
		status, err := os.Lstat(path)
		if os.IsNotExist(err) {
			continue
		}
		check(err)
		require(status.Mode().IsRegular(), name+" isn't a file")
		files[name], err = os.ReadFile(path)
		check(err)
	}
	return files
}

// The version whose packs this makes again, and the SHA-256 of what their README has after its first line.
const (
	writer = "cleanstore 0.1.0"
	readme = "1695bf7741f5e2ea1026eca2abb441a20eabe74e73d0fb3097d95aea2af95551"
)

var firstLine = regexp.MustCompile(`^Written by ([A-Za-z0-9 .+_-]{1,64})\.$`)

// Why the files for people can't be compared; empty if they could.
func compareTexts(files map[string][]byte, timeline string) string {
	first, rest, _ := strings.Cut(string(files["README.txt"]), "\n")
	written := firstLine.FindStringSubmatch(first)
	var differing []string
	if files["README.txt"] != nil && (written == nil || fmt.Sprintf("%x", sha256.Sum256([]byte(rest))) != readme) {
		differing = append(differing, "README.txt")
	}
	if told := files["timeline.txt"]; told != nil && string(told) != timeline {
		differing = append(differing, "timeline.txt")
	}
	if len(differing) > 0 && written != nil && written[1] != writer {
		return fmt.Sprintf("Written by %s: its %s can't be compared with what %s writes. The entries prove themselves.",
			written[1], strings.Join(differing, " and "), writer)
	}
	require(len(differing) == 0, strings.Join(differing, " and ")+" isn't what the entries say")
	return ""
}

// The number of entries that are proved, and why the files for people can't be compared; empty if they could.
func verifyEntries(files map[string][]byte, signed string, tree tlog.Tree) (int, string) {
	numbers := map[string]bool{}
	for name := range files {
		if strings.Contains(name, "/") {
			numbers[strings.TrimSuffix(name, filepath.Ext(name))] = true
		}
	}
	var names []string
	for name := range numbers {
		names = append(names, name)
	}
	sort.Slice(names, func(i, j int) bool {
		return len(names[i]) < len(names[j]) || len(names[i]) == len(names[j]) && names[i] < names[j]
	})
	timeline, currencies, revisions := "", map[string]string{}, map[string]int64{}
	for _, name := range names {
		seq, err := strconv.ParseInt(strings.TrimPrefix(name, "entries/"), 10, 64)
		check(err)
		require(name == fmt.Sprintf("entries/%012d", seq), fmt.Sprintf(
			"%s isn't what entry %d is called: it may be there twice", name, seq))
		text, data := files[name+".tlog-proof"], files[name+".leaf"]
		require(text != nil && data != nil, "nothing proves "+name)
		entry := parse(data)
		own, _ := entry.integer("seq")
		require(own == seq, name+".leaf says that it is another entry")
		head, checkpoint, _ := strings.Cut(string(text), "\n\n")
		lines := strings.Split(head, "\n")
		require(len(lines) > 1 && lines[0] == "c2sp.org/tlog-proof@v1" && checkpoint == signed, name+".tlog-proof isn't of the checkpoint")
		require(lines[1] == fmt.Sprintf("index %d", seq-1), name+".tlog-proof is of another entry")
		check(tlog.CheckRecord(parseHashes(lines[2:]), tree.N, tree.Hash, seq-1, tlog.RecordHash(data)))
		if block := files[name+".personal"]; block != nil {
			hash, _ := entry.text("personal")
			require(hash == fmt.Sprintf("sha256:%x", sha256.Sum256(block)), name+".personal is other data")
		}
		requireRevision(entry, revisions)
		line := timelineLine(entry, currencies)
		timeline += line + "\n"
		fmt.Println("entry:", line)
	}
	return len(names), compareTexts(files, timeline)
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: go run verify.go KEY FOLDER|PACK")
		os.Exit(2)
	}
	key, path := os.Args[1], os.Args[2]
	if text, err := os.ReadFile(key); err == nil {
		key = strings.TrimSpace(string(text))
	}
	verifier, err := note.NewVerifier(key)
	check(err)
	status, err := os.Stat(path)
	check(err)
	files := map[string][]byte{}
	if status.IsDir() {
		files = filesOfFolder(path)
	} else {
		files = filesOfPack(path)
	}
	signed := string(files["checkpoint"])
	tree := openCheckpoint(signed, verifier)
	fmt.Println("checkpoint:", tree.N, "entries")
	proved, uncompared := verifyEntries(files, signed, tree)
	segments, _ := filepath.Glob(filepath.Join(path, "log", "*.jsonl"))
	isPack := !status.IsDir() || files["timeline.txt"] != nil || files["README.txt"] != nil
	require(proved > 0 || !isPack && (files["consistency"] != nil || len(segments) > 0),
		"nothing is proved: no entry is here")
	if proof := files["consistency"]; proof != nil {
		old := openCheckpoint(string(files["old"]), verifier)
		head, checkpoint, _ := strings.Cut(string(proof), "\n\n")
		lines := strings.Split(head, "\n")
		require(lines[0] == fmt.Sprintf("old %d", old.N) && checkpoint == signed, "the consistency proof is of others")
		check(tlog.CheckTree(parseHashes(lines[1:]), tree.N, tree.Hash, old.N, old.Hash))
		fmt.Println("continued from:", old.N, "entries")
	}
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
	if uncompared != "" {
		fmt.Fprintln(os.Stderr, "NOT COMPARED:", uncompared)
		os.Exit(1)
	}
	fmt.Println("ACCEPTED")
}
