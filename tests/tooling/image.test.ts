import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const dockerfile = readFileSync('Dockerfile', 'utf8').replaceAll('\\\n', ' ');
const instructions = dockerfile.split('\n').filter((line) => /^[A-Z]+ /.test(line));
/** Paths that are copied from the repository into the image. */
const copied = instructions
  .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
  .flatMap((line) => line.split(' ').slice(1, -1));
const lastStage = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')));

describe('the Dockerfile', () => {
  it('copies only existing files', () => {
    expect(copied.length).toBeGreaterThan(10);
    expect(copied.filter((source) => !existsSync(source))).toEqual([]);
  });

  it('copies only what .dockerignore allows', () => {
    const [all, ...entries] = readFileSync('.dockerignore', 'utf8').match(/^[^#\n].*$/gm) ?? [];
    expect(all).toBe('*');
    const folders = entries.map((line) => line.slice(1));
    expect(
      copied.filter((source) => !folders.some((name) => source === name || source.startsWith(`${name}/`))),
    ).toEqual([]);
    expect(folders.filter((name) => !existsSync(name))).toEqual([]);
  });

  it('starts a program in the image as an unprivileged user, without npm', () => {
    expect(lastStage).toContain('USER node');
    const command = lastStage.find((line) => line.startsWith('CMD ')) ?? '';
    const [program, ...files] = z.array(z.string()).parse(JSON.parse(command.slice('CMD '.length)));
    expect(program).toBe('node');
    for (const file of files) {
      expect(existsSync(file)).toBe(true);
      expect(lastStage).toContainEqual(expect.stringMatching(new RegExp(`^COPY ${file.split('/')[0]} `)));
    }
  });

  it('doesn’t install tools for tests and checks', () => {
    const installs = instructions.filter((line) => /^RUN .*npm/.test(line));
    expect(installs).toEqual(['RUN npm ci --omit=dev']);
  });
});
