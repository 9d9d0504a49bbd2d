/** A certificate for localhost that nobody has signed but itself, and its key: for the test that it is refused. */
export const selfSignedCertificate = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUHcf6gYHh2V4wpwGRzHA1oR6ulsUwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMDE5MjkxM1oYDzIxMjYxMDI3
MTkyOTEzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARyxcJJJONx7JKsBC2JL6PiYUijrenDdslEnHG78zgQ4+M/q6ufFMsf
a1QW6oMa+mwvSHdKnpqnkwxNRZq4qJico28wbTAdBgNVHQ4EFgQUfZflg15BIAaF
uP2F7PW0iJUyB/wwHwYDVR0jBBgwFoAUfZflg15BIAaFuP2F7PW0iJUyB/wwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIgBx2wv615wN9JxFVr7ezJkiVnkjca4QfaYMxDGDhj1O4CIQDh
1GbgSvj3Un0mwi+Jy2SYi4TtabukEX1jmWSz7QI9oQ==
-----END CERTIFICATE-----`;

export const selfSignedKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgAaEQHTymp7/6qDyh
W704U9BRR1tWKVt3bngOrToSNIihRANCAARyxcJJJONx7JKsBC2JL6PiYUijrenD
dslEnHG78zgQ4+M/q6ufFMsfa1QW6oMa+mwvSHdKnpqnkwxNRZq4qJic
-----END PRIVATE KEY-----`;
