export const help = `Runs an Atom Memory Service. Without options, only this computer can reach it (127.0.0.1).

  npm run service -- [options]              run until Ctrl+C or SIGTERM
  npm run service -- keys add --scope S     create an API key, and print it; the service keeps only its hash
  npm run service -- keys list              list the keys, with the ID, times, and name of each
  npm run service -- keys revoke ID         refuse a key from now on
  npm run service -- verify                 recompute the tree from the values, and compare it with what is stored
  npm run service -- copy --from A --to B   copy a memory to another folder or database, with every version and proof

Options of the service:
  --data DIR          data folder (default: your folder for application data)
  --store URL         keep the atoms in a database of PostgreSQL, which several services may share, instead of the data
                      folder: postgres://user@host/database. ATOM_SERVICE_STORE does the same, and hides the password
                      from other users of this computer
  --port N            port to listen on (default: any free port)
  --host H            address to listen on (default: 127.0.0.1); one that other computers can reach needs TLS or a proxy
  --tls-cert FILE     certificate in PEM, with those between it and the authority; read again when it changes
  --tls-key FILE      its private key in PEM, without a passphrase
  --behind-proxy      a proxy encrypts the connections, and nothing else can reach the port; needs --allowed-host
  --allowed-host H    also accept requests sent to this host name, such as that of a proxy; repeatable. The names of the
                      certificate and the address of --host are accepted anyway
  --seed demo         fill an empty memory with sample atoms
  --tier T            largest value: small (4 KiB), medium (16 KiB), or large (64 KiB, default); a key's own tier
                      takes precedence
  --value-limit N     largest value in bytes, instead of --tier
  --rate N            requests per second for each key (default: 500); a key's own rate takes precedence
  --burst N           requests at once for each key (default: twice the rate)
  --words-only        recall by words, without the language model, which needs 140 MB of memory
  --recall-keys N     keys that recall has in memory (default: 1000000, about 500 MB); with more, PostgreSQL searches
                      their words, without meanings. Has no effect on a data folder
  --metrics-port N    serve /metrics (OpenMetrics), /healthz, and /readyz on this port, without a key and without TLS
  --metrics-host H    address for them (default: 127.0.0.1)
  --log F             text (default) or json: one object for each line of the log, on standard error
  --log-level L       error, warn, info (default), or debug, which logs each request; never values, keys, or API keys
  --stop-timeout N    seconds for pending requests when the service stops (default: 10); a second signal ends it at once
  --faults            enable POST /admin/faults, which makes the service misbehave for tests
  --json              print one line of JSON: address, fullKey, readKey
  --exit-with-parent  stop when standard input closes
  --help, -h          show this help

Options of keys (with --data or --store):
  --scope S           keys add: read (everything but stores) or full
  --name TEXT         keys add: who or what uses the key
  --tier T, --rate N, --burst N
                      keys add: limits of this key, instead of those of the service
  --json              keys list: for programs

Options of verify and copy; no service may be running on a data folder, but on PostgreSQL it may:
  --data DIR, --store URL
                      verify: what to verify
  --root HEX          verify: the root that the memory should have, from a reading or a pin
  --from PLACE        copy: data folder or address of a database that is read
  --to PLACE          copy: the same, written; an interrupted copy goes on when it is started again
  --json              print the result as JSON

Exit codes: 0 done; 1 it failed, or verify found something wrong; 2 the command line is not valid; 3 verify or copy
could not be completed.

Examples:
  npm run service -- --seed demo --port 8787
  npm run service -- --host 0.0.0.0 --port 443 --tls-cert fullchain.pem --tls-key privkey.pem --log json
  npm run service -- --host 10.0.0.5 --port 8787 --behind-proxy --allowed-host memory.example.org --metrics-port 9464
  npm run service -- --store postgres://atoms@db.example.org/atoms --port 8787
  npm run service -- keys add --scope read --name "Dashboard" --rate 20
  npm run service -- verify --data /srv/memory --root 3f2a…
  npm run service -- copy --from /srv/memory --to postgres://atoms@db.example.org/atoms

The first run on a data folder creates a full key and a read-only key, and shows them once. To use your own keys for one
run instead, set ATOM_SERVICE_FULL_KEY and ATOM_SERVICE_READ_KEY; they are not saved. A running service notices added
and revoked keys within seconds. For operators: docs/service.md
`;
