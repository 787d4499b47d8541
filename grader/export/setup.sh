#!/bin/sh
# Gradescope runs this once, when it makes the image: what the grader needs to run.
set -eu
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -y -q --no-install-recommends bubblewrap libsqlite3-dev libyaml-dev libcmark-dev libjansson-dev \
	libsodium-dev libseccomp-dev
