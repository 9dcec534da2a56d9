/* socket.h -- WASI opens no sockets: the functions here fail with ENOSYS. */
#ifndef WASI_SYS_SOCKET_H
#define WASI_SYS_SOCKET_H

#include_next <sys/socket.h>

#define MSG_NOSIGNAL 0
#define MSG_DONTWAIT 0
#define SO_REUSEADDR 2
#define SOMAXCONN    128

int socket(int family, int type, int protocol);
int socketpair(int family, int type, int protocol, int ends[2]);
int setsockopt(int socket, int level, int name, const void *value, socklen_t size);
int bind(int socket, const struct sockaddr *address, socklen_t size);
int listen(int socket, int most);
int getsockname(int socket, struct sockaddr *address, socklen_t *size);

#endif
