#!/bin/sh
# Installs the published clients and servers that the tests talk to, once, into the folder given.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$1
stamp=$folder/requirements.txt
if ! cmp -s "$here/requirements.txt" "$stamp"; then
    rm -rf "$folder"
    "${CLIENT_PYTHON:-python3}" -m venv "$folder"
    "$folder/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt"
    cp "$here/requirements.txt" "$stamp"
fi
