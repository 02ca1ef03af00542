// go run sign.go KEY DECK FORMAT DATA prints the signed path of a card, for 'cardshot serve'.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/url"
	"os"
	"strings"
)

func sign(key, deck, format, data string) (string, error) {
	secret, err := base64.RawURLEncoding.DecodeString(strings.NewReplacer("+", "-", "/", "_", "=", "").Replace(key))
	if err != nil {
		return "", err
	}
	payload := base64.RawURLEncoding.EncodeToString([]byte(`{"data":` + data + `}`))
	rest := payload + "/" + (&url.URL{Path: deck}).EscapedPath() + "." + format
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(rest))
	return "/i/" + base64.RawURLEncoding.EncodeToString(mac.Sum(nil)) + "/" + rest, nil
}

func main() {
	path, err := sign(os.Args[1], os.Args[2], os.Args[3], os.Args[4])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(path)
}
