import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, readdir, realpath, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { fetchNode } from '../../scripts/fetchNode.mjs';

const run = async (command: string, ...args: string[]) => (await promisify(execFile)(command, args)).stdout.trim();

/** Runs npm. @returns its output */
export const npm = (...args: string[]) => run('npm', ...args);

/** Where npm keeps its downloads in the image. */
export const NPM_CACHE = '/var/cache/npm';

/** Programs that the Dockerfile and npm start. */
const PROGRAMS = ['sh', 'env', 'mkdir', 'chown'];
/** Libraries that packages with native code load: parts of the C library, and GCC's. */
const LIBRARIES = /^lib(?:c|dl|m|pthread|resolv|rt|nss_dns|nss_files|gcc_s|stdc\+\+)\.so\.\d+$/;

/**
 * Makes the files of an image that stands in for `node:24-slim`, which only a registry has: Node 24 from npm, and from
 * this machine npm, a shell and the few programs and libraries that the Dockerfile needs. The system is this machine's,
 * not the official image's Debian.
 * @throws {Error} if this machine lacks one of them
 */
export async function makeNodeRoot(root: string): Promise<void> {
  const put = async (file: string, target: string) => {
    await mkdir(path.join(root, path.dirname(target)), { recursive: true });
    await copyFile(await realpath(file), path.join(root, target));
  };
  const folders = ['tmp', 'root', 'proc', 'sys', 'dev', 'run', 'home/node', 'usr/local/lib/node_modules', 'bin'];
  for (const folder of folders) await mkdir(path.join(root, folder), { recursive: true });
  const node = fetchNode('24');
  await put(node, 'usr/local/bin/node');
  const programs = await Promise.all(PROGRAMS.map((name) => run('which', name)));
  for (const [index, name] of PROGRAMS.entries()) {
    const target = name === 'env' ? 'usr/bin/env' : `bin/${name}`;
    await put(programs[index] ?? '', target);
  }
  for (const program of [node, ...programs]) {
    for (const [library] of (await run('ldd', program)).matchAll(/\/\S+\.so\S*/g)) await put(library, library);
  }
  const libc = /\/\S+\/libc\.so\.6/.exec(await run('ldd', node))?.[0] ?? '';
  for (const name of await readdir(path.dirname(libc))) {
    const library = path.join(path.dirname(libc), name);
    if (LIBRARIES.test(name)) await put(library, library);
  }
  await cp(path.join(await npm('root', '--global'), 'npm'), path.join(root, 'usr/local/lib/node_modules/npm'), {
    recursive: true,
  });
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', path.join(root, 'usr/local/bin/npm'));
  const certificates = 'etc/ssl/certs/ca-certificates.crt';
  await put(`/${certificates}`, certificates);
  const files = {
    'etc/passwd': 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n',
    'etc/group': 'root:x:0:\nnode:x:1000:\n',
    // The registry and the downloads of this machine.
    'usr/local/etc/npmrc': `registry=${await npm('config', 'get', 'registry')}\ncafile=/${certificates}\nprefer-offline=true\ncache=${NPM_CACHE}\n`,
  };
  await mkdir(path.join(root, 'usr/local/etc'), { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(root, name), content);
}
