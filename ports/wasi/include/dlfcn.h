/* dlfcn.h -- WASI loads no libraries: dlopen() fails, and dlerror() says so. */
#ifndef WASI_DLFCN_H
#define WASI_DLFCN_H

enum { RTLD_LAZY = 1, RTLD_NOW = 2, RTLD_LOCAL = 0, RTLD_NODELETE = 0 };

void *dlopen(const char *path, int flags);
void *dlsym(void *library, const char *name);
int dlclose(void *library);
char *dlerror(void);

#endif
