"""One index of a large site, built in parts by Apache Spark.

    python spark.py docs -o public/search/ --work /shared/parts --master spark://host:7077

It is, byte for byte, what `kindex build docs -o public/search/` gives. Each machine of the cluster has
the command and sees the same files, and the folder of --work. A task that is lost with its machine is
run again by Spark; the index that is there stays as it is until the new one is whole.
"""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

from pyspark import SparkConf, SparkContext


def run(command):
    """Runs a command; gives its last line where it says that the work cannot be done."""
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode < 0:
        # Ended from outside: Spark is to try again.
        raise RuntimeError(f"{command[0]} was ended by signal {-done.returncode}")
    lines = done.stderr.strip().splitlines() or [f"{command[0]} ended with {done.returncode}"]
    return lines[-1] if done.returncode else None


def built(options, part):
    """Builds a part. Its file is written aside and renamed, so that two tries do no harm."""
    number = f"{part}/{options.parts}"
    file = f"{options.work}/0-{part:06}.kdx"
    flags = ["--quiet", "--mergeable", "--part", number, "-o", file]
    return file, run([options.kindex, "build", *options.paths, *options.flags, *flags])


def merged(options, level, number, files):
    """Merges parts that follow each other."""
    file = f"{options.work}/{level}-{number:06}.kdx"
    return file, run([options.kindex, "merge", *files, "--quiet", "--mergeable", "-o", file])


def files_of(results):
    """The files that tasks have made."""
    for _, error in results:
        if error:
            raise SystemExit(error)
    return [file for file, _ in results]


def build(context, options):
    """Builds all parts, and merges them in a tree until one merge takes what is left."""
    parts = range(1, options.parts + 1)
    each = context.parallelize(parts, options.parts)
    files = files_of(each.map(lambda part: built(options, part)).collect())
    level = 0
    while len(files) > options.group:
        level += 1
        starts = range(0, len(files), options.group)
        groups = [(number, files[at : at + options.group]) for number, at in enumerate(starts)]
        each = context.parallelize(groups, len(groups))
        done = each.map(lambda group, level=level: merged(options, level, *group)).collect()
        for file in files:
            Path(file).unlink()
        files = files_of(done)
    error = run([options.kindex, "merge", *files, *options.layout, "-o", options.output])
    if error:
        raise SystemExit(error)


def first_line(error):
    """What Spark says of a failure, of which it shows the whole way."""
    return str(getattr(error, "java_exception", error)).split("\n", 1)[0]


def parsed():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("paths", nargs="+", help="files and folders, as every machine sees them")
    parser.add_argument("-o", "--output", required=True, help="a folder that ends in /, or a file")
    parser.add_argument("--work", required=True, help="a new folder that all machines see")
    parser.add_argument("--parts", type=int, default=16)
    parser.add_argument("--group", type=int, default=16, help="as many parts are merged at a time")
    parser.add_argument("--master", help="where Spark runs, unless spark-submit says it")
    parser.add_argument("--kindex", default="kindex", help="the command on each machine")
    parser.add_argument("--flags", type=str.split, default=[], help="of kindex build")
    parser.add_argument("--layout", type=str.split, default=[], help="flags of the last merge")
    options = parser.parse_args()
    if options.parts < 1 or options.group < 2:
        parser.error("--parts must be at least one, and --group two")
    return options


def main():
    options = parsed()
    options.paths = [str(Path(path).absolute()) for path in options.paths]
    options.work = str(Path(options.work).absolute())
    conf = SparkConf().setAppName("kindex").set("spark.ui.showConsoleProgress", "false")
    if options.master:
        conf = conf.setMaster(options.master)
    try:
        Path(options.work).mkdir(parents=True)
    except FileExistsError:
        raise SystemExit(f"--work: {options.work} is there already; name a new folder") from None
    context = None
    try:
        context = SparkContext(conf=conf)
        build(context, options)
    except Exception as error:
        raise SystemExit(first_line(error)) from None
    finally:
        shutil.rmtree(options.work, ignore_errors=True)
        if context:
            context.stop()


if __name__ == "__main__":
    main()
