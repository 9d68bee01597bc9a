import { fsyncSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** Thrown if the installed PGlite has no hook for fsync. */
class FsyncHookMissingError extends Error {
  constructor() {
    super('The installed PGlite has an unexpected file layer, which could lose data during a power failure');
    this.name = 'FsyncHookMissingError';
  }
}

/** PGlite's default flags, but with fsync. Its fdatasync is a no-op, so WAL must be written with fsync. */
export const DURABLE_START_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['fsync=on', 'wal_sync_method=fsync', 'synchronous_commit=on', 'full_page_writes=on'].flatMap((on) => ['-c', on]),
];

/** WASI's errno for an I/O error. PostgreSQL then stops immediately, before it acknowledges anything. */
const EIO = 29;

interface Stream {
  /** File descriptor of the real file. */
  nfd: number;
  path: string;
}

interface StreamOps {
  fsync?: (stream: Stream) => number;
  write: (stream: Stream, buffer: Uint8Array, offset: number, length: number, position: number) => number;
}

/** PGlite's file system on disk, with the missing fsync and with write counters. */
export class DurableNodeFs extends NodeFS {
  fsyncs = 0;
  walBytes = 0;
  /** Paths of files written since this was last cleared, except WAL. */
  readonly changed = new Set<string>();
  readonly #fsync: (fileDescriptor: number) => void;

  /** @param fsync replaced in tests to simulate a failing disk */
  constructor(folder: string, fsync: (fileDescriptor: number) => void = fsyncSync) {
    super(folder);
    this.#fsync = fsync;
  }

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args);
    const preRun = [...(emscriptenOpts.preRun ?? []), (module: { NODEFS: unknown }) => this.#hookInto(module.NODEFS)];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }

  #hookInto(nodeFs: unknown): void {
    if (!hasStreamOps(nodeFs)) throw new FsyncHookMissingError();
    const streamOps = nodeFs.stream_ops;
    const write = streamOps.write;
    streamOps.fsync = (stream) => {
      try {
        this.#fsync(stream.nfd);
      } catch {
        return EIO;
      }
      this.fsyncs += 1;
      return 0;
    };
    streamOps.write = (stream, ...rest) => {
      if (stream.path.includes('/pg_wal/')) this.walBytes += rest[2];
      else this.changed.add(stream.path);
      return write(stream, ...rest);
    };
  }
}

function hasStreamOps(nodeFs: unknown): nodeFs is { stream_ops: StreamOps } {
  if (typeof nodeFs !== 'object' || nodeFs === null || !('stream_ops' in nodeFs)) return false;
  const streamOps = nodeFs.stream_ops;
  return typeof streamOps === 'object' && streamOps !== null && 'write' in streamOps && !('fsync' in streamOps);
}
