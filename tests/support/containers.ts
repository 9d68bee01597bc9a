import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { makeNodeRoot, npm, NPM_CACHE } from './nodeRoot.ts';
import { quickFolder } from './quickFolder.ts';
import { startProcess, type StartedProcess } from './startedProcess.ts';

/** Podman with images and containers of its own, which `close` deletes. */
export interface Containers {
  /**
   * Runs a command of podman to its end.
   * @returns its standard output, without Podman's warnings
   * @throws {Error} with what it printed if the command fails
   */
  podman(...args: string[]): Promise<string>;
  /** Starts `podman run`, whose exit code is the container's. */
  run(...args: string[]): StartedProcess;
  /**
   * Builds an image, with npm's cache of this machine.
   * @param context folder
   * @param dockerfile its text. Default: the folder's
   */
  build(image: string, context: string, dockerfile?: string): Promise<void>;
  /** Folder of the files for the base image, made by `makeNodeRoot`. */
  root: string;
  close(): Promise<void>;
}

/**
 * What `podman run` needs inside another container: the host's network and no control groups. The limits are low
 * because root may not raise its own there. `--timeout` ends containers that a killed test has left behind.
 */
const NESTED =
  '--rm --network=host --cgroups=disabled --ulimit=nofile=4096:4096 --ulimit=nproc=4096:4096 --timeout=900'.split(' ');

/** Chroot, because other isolation needs control groups. Health checks exist in Docker's format only. */
const BUILD = ['--pull=never', '--isolation=chroot', '--format=docker', '--layers=false'];

/** Builds print what npm does. */
const MUCH_OUTPUT = { maxBuffer: 64 * 1024 * 1024 };

/** Without control groups: crun refuses to run where both versions of them are mounted. */
const HIDE_CONTROL_GROUPS = 'mount -t tmpfs none /sys/fs/cgroup && echo ready && exec cat';

/** @throws {Error} with the reason if this machine can't run containers */
export async function startContainers(): Promise<Containers> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) throw new Error('not root on Linux');
  // Ends with this process, which closes its input.
  const holder = spawn('unshare', ['--mount', 'sh', '-c', HIDE_CONTROL_GROUPS]);
  const problem = text(holder.stderr);
  const ended = once(holder, 'close');
  const isReady = await Promise.race([once(holder.stdout, 'data').then(() => true), ended.then(() => false)]);
  if (!isReady) throw new Error(`a mount namespace can't be made: ${await problem}`);
  const folder = await mkdtemp(path.join(await quickFolder(), 'containers-'));
  const storage = ['root', 'runroot', 'tmpdir'].map((name) => `--${name}=${path.join(folder, name)}`);
  const entered = [
    `--mount=/proc/${holder.pid}/ns/mnt`,
    'podman',
    '--log-level=error',
    ...storage,
    '--storage-driver=overlay',
  ];
  const start = (args: string[]) => startProcess('nsenter', [...entered, ...args], {});
  const containers: Containers = {
    root: path.join(folder, 'base'),
    podman: async (...args) => (await promisify(execFile)('nsenter', [...entered, ...args], MUCH_OUTPUT)).stdout,
    build: async (image, context, dockerfile) => {
      const cache = await npm('config', 'get', 'cache');
      const options = [...BUILD, `--volume=${cache}:${NPM_CACHE}`, `--tag=${image}`];
      const file = path.join(folder, 'Dockerfile');
      if (dockerfile !== undefined) await writeFile(file, dockerfile);
      await containers.podman('build', ...options, ...(dockerfile === undefined ? [] : [`--file=${file}`]), context);
    },
    run: (...args) => start(['run', ...NESTED, ...args]),
    close: async () => {
      await containers.podman('rm', '--all', '--force').catch(() => {});
      holder.stdin.end();
      await ended;
      // Podman's own clean-up of the last container may still write to it.
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
  try {
    await makeNodeRoot(containers.root);
    const { code, output } = await containers.run('--rootfs', containers.root, 'node', '--version').ended();
    if (code !== 0) throw new Error(output.trim());
    return containers;
  } catch (error) {
    await containers.close();
    throw error;
  }
}

/** The reason why this machine can't run containers, or null if it can. */
export async function reasonAgainstContainers(): Promise<string | null> {
  try {
    await (await startContainers()).close();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
