import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { INPUTS } from '../../scripts/consoleBuild.mjs';
import { serverPackages } from '../../scripts/serverPackages.mjs';

const dockerfile = readFileSync('Dockerfile', 'utf8').replaceAll('\\\n', ' ');
const instructions = dockerfile.split('\n').filter((line) => /^[A-Z]+ /.test(line));
/** Paths that are copied from the repository into the image. */
const copied = copiesIn(instructions);
const stages = stagesIn(instructions);
const lastStage = stages.at(-1)?.lines ?? [];

interface Stage {
  name: string;
  lines: string[];
}

function stagesIn(lines: readonly string[]): Stage[] {
  const found: Stage[] = [];
  for (const line of lines) {
    if (line.startsWith('FROM ')) found.push({ name: / AS (\w+)$/.exec(line)?.[1] ?? '', lines: [] });
    found.at(-1)?.lines.push(line);
  }
  return found;
}

function copiesIn(lines: readonly string[]): string[] {
  return lines
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
    .flatMap((line) => line.split(' ').slice(1, -1));
}

/** Everything in a stage, also from the stages that it builds on or copies from. */
function filesIn(name: string): string[] {
  const { lines = [] } = stages.find((stage) => stage.name === name) ?? {};
  const others = lines.flatMap((line) => /^(?:FROM |COPY --from=)(\w+)(?: |$)/.exec(line)?.[1] ?? []);
  return [...copiesIn(lines), ...others.flatMap(filesIn)];
}

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

  it('builds the console from all that it depends on', () => {
    expect(INPUTS).toContain('shared');
    expect(filesIn('console')).toEqual(expect.arrayContaining([...INPUTS, 'resources', 'scripts']));
  });

  it('starts a program in the image as an unprivileged user, without npm', () => {
    expect(lastStage).toContain('USER node');
    const command = lastStage.find((line) => line.startsWith('CMD ')) ?? '';
    const [program, ...files] = z.array(z.string()).parse(JSON.parse(command.slice('CMD '.length)));
    expect(program).toBe('node');
    for (const file of files.filter((given) => !given.startsWith('--'))) {
      expect(existsSync(file)).toBe(true);
      expect(filesIn('')).toContain(file.split('/')[0]);
    }
  });

  it('uses no option of HEALTHCHECK that Docker Engine 20.10 lacks', () => {
    const check = lastStage.find((line) => line.startsWith('HEALTHCHECK ')) ?? '';
    expect(check.match(/--[\w-]+/g)).toEqual(['--interval', '--timeout', '--start-period']);
  });

  it('doesn’t install tools for tests and checks', () => {
    const installs = instructions.filter((line) => /^RUN .*npm/.test(line));
    expect(installs).toEqual(['RUN npm ci --omit=dev']);
  });

  it('keeps only the packages that the server imports', () => {
    expect(filesIn('server')).toEqual(expect.arrayContaining(['server', 'shared', 'scripts']));
    expect(lastStage).toContain('COPY --from=server /app ./');
    const kept = Object.keys(serverPackages());
    expect(kept).toEqual(expect.arrayContaining(['fastify', 'pg', '@electric-sql/pglite', '@node-rs/argon2', 'tsx']));
    expect(kept.filter((name) => /react|mui|vite|fontsource/.test(name))).toEqual([]);
  });
});
