/* Gives the entries of a folder in an order of its own, as another file system would: by a hash of their
   names and the number in KINDEX_ORDER. Where that is "none", no folder has any. For LD_PRELOAD. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A folder that is read, with its entries once they are known. */
struct folder {
    DIR *dir;
    struct dirent64 **entries;
    size_t count, next;
    struct folder *after;
};

static struct folder *folders;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static unsigned long hash(const char *name) {
    const char *order = getenv("KINDEX_ORDER");
    unsigned long sum = 14695981039346656037UL ^ strtoul(order ? order : "0", NULL, 10);
    for (; *name; name++) sum = (sum ^ (unsigned char)*name) * 1099511628211UL;
    return sum ^ (sum >> 29);
}

static int by_hash(const void *a, const void *b) {
    unsigned long one = hash((*(struct dirent64 *const *)a)->d_name);
    unsigned long other = hash((*(struct dirent64 *const *)b)->d_name);
    return (one > other) - (one < other);
}

static void read_all(struct folder *folder) {
    struct dirent64 *(*next)(DIR *) = (struct dirent64 * (*)(DIR *)) dlsym(RTLD_NEXT, "readdir64");
    for (struct dirent64 *entry; (entry = next(folder->dir)); folder->count++) {
        folder->entries = realloc(folder->entries, (folder->count + 1) * sizeof *folder->entries);
        folder->entries[folder->count] = malloc(sizeof *entry);
        memcpy(folder->entries[folder->count], entry, entry->d_reclen);
    }
    const char *order = getenv("KINDEX_ORDER");
    if (order && !strcmp(order, "none")) folder->next = folder->count;
    if (folder->count) qsort(folder->entries, folder->count, sizeof *folder->entries, by_hash);
}

static struct folder *known(DIR *dir) {
    for (struct folder *folder = folders; folder; folder = folder->after)
        if (folder->dir == dir) return folder;
    struct folder *folder = calloc(1, sizeof *folder);
    folder->dir = dir;
    folder->after = folders;
    read_all(folder);
    return folders = folder;
}

struct dirent64 *readdir64(DIR *dir) {
    pthread_mutex_lock(&lock);
    struct folder *folder = known(dir);
    struct dirent64 *entry = folder->next < folder->count ? folder->entries[folder->next++] : NULL;
    pthread_mutex_unlock(&lock);
    return entry;
}

/* Where numbers have 64 bits, the two are one. */
struct dirent *readdir(DIR *dir) { return (struct dirent *)readdir64(dir); }

int closedir(DIR *dir) {
    int (*end)(DIR *) = (int (*)(DIR *))dlsym(RTLD_NEXT, "closedir");
    pthread_mutex_lock(&lock);
    for (struct folder **at = &folders; *at; at = &(*at)->after) {
        struct folder *folder = *at;
        if (folder->dir != dir) continue;
        *at = folder->after;
        while (folder->count) free(folder->entries[--folder->count]);
        free(folder->entries);
        free(folder);
        break;
    }
    pthread_mutex_unlock(&lock);
    return end(dir);
}
