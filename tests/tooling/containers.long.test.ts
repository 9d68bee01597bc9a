import { generate } from 'otplib';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { composeService } from '../support/composeService.ts';
import { reasonAgainstContainers, startContainers, type Containers } from '../support/containers.ts';
import { createDatabase } from '../support/postgres.ts';
import { freePort } from '../support/runPostgres.ts';
import { killLeftovers } from '../support/startedProcess.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { TEST_KEY } from '../support/world.ts';

const IMAGE = 'merchant-console';
const BASE = 'docker.io/library/node:24-slim';
/** What the image adds to its base, in bytes. */
const SIZE_BUDGET = 120_000_000;
/** Not the address that the test calls, as behind a proxy. */
const PUBLIC_URL = 'https://console.example.com';
/** A line that Podman prints beside those of the server. */
const PODMAN_SAYS = /^time="[^"]+" level=/;
const PASSWORD = 'a long passphrase 42';

const answerSchema = z.object({ code: z.int(), msg: z.string(), data: z.record(z.string(), z.unknown()).nullable() });
const startedSchema = z.looseObject({ msg: z.literal('The server has started'), console: z.string() });

/** Prints what the kernel holds the server to, and what happens when it writes. */
const CONFINEMENT = `
  const fs = require('node:fs');
  const status = fs.readFileSync('/proc/1/status', 'utf8');
  const field = (name) => new RegExp('^' + name + ':\\\\s*(\\\\S+)', 'm').exec(status)[1];
  const write = (path) => { try { fs.writeFileSync(path, ''); return 'written'; } catch (error) { return error.code; } };
  console.log(JSON.stringify({
    user: field('Uid'),
    capabilities: ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'].map(field),
    noNewPrivileges: field('NoNewPrivs'),
    writes: ['/app/x', '/app/resources/x', '/home/node/x', '/data/x', '/tmp/x'].map(write),
  }));
`;

const reason = await reasonAgainstContainers();

describe.skipIf(reason !== null)(`the image${reason === null ? '' : ` (skipped without Podman: ${reason})`}`, () => {
  let containers: Containers;
  beforeAll(async () => {
    containers = await startContainers();
    await containers.build(BASE, containers.root, 'FROM scratch\nCOPY . /\n');
    await containers.build(IMAGE, process.cwd());
  }, 900_000);
  afterEach(killLeftovers);
  afterAll(() => containers.close());

  /** Resolves when the image's health check passes. */
  async function isHealthy(name: string): Promise<void> {
    const problem = () => containers.podman('healthcheck', 'run', name).catch(String);
    await expect.poll(problem, { timeout: 120_000, interval: 500 }).toBe('');
  }
  const confinement = async (name: string): Promise<unknown> =>
    JSON.parse(await containers.podman('exec', name, 'node', '-e', CONFINEMENT));

  it('adds little to its base', async () => {
    const size = async (name: string) =>
      Number(await containers.podman('image', 'inspect', '--format={{.Size}}', name));
    const added = (await size(IMAGE)) - (await size(BASE));
    console.log(`The image adds ${Math.round(added / 1e6)} MB`);
    expect(added).toBeLessThan(SIZE_BUDGET);
  });

  it('doesn’t start without the address that users open, and says so', async () => {
    const { code, output } = await containers.run('--read-only', '--env=ALLOW_EMBEDDED=1', IMAGE).ended();
    expect([code, output]).toEqual([1, expect.stringMatching(/PUBLIC_URL: is required with HOST=0\.0\.0\.0/)]);
  });

  it('runs on the embedded database in a volume', async () => {
    const port = await freePort();
    const environment = { ALLOW_EMBEDDED: '1', PUBLIC_URL, PORT: port, DATA_KEY: TEST_KEY.toString('hex') };
    const confined = ['--read-only', '--read-only-tmpfs=false', '--cap-drop=ALL', '--security-opt=no-new-privileges'];
    const server = containers.run(
      ...Object.entries(environment).map(([name, value]) => `--env=${name}=${value}`),
      ...confined,
      ...['--tmpfs=/tmp', '--tmpfs=/data:mode=1777', '--name=embedded', '--health-interval=disable', IMAGE],
    );
    await server.prints(/The server has started/);
    await isHealthy('embedded');
    expect(await (await fetch(`http://127.0.0.1:${port}/login`)).text()).toContain('<div id="root"');
    await containers.podman('stop', '--time=20', 'embedded');
    expect((await server.ended()).code).toBe(0);
  }, 300_000);

  it('runs as compose.yaml says: confined, on PostgreSQL, with a first operator who signs in', async () => {
    const { url, drop } = await createDatabase(inject('postgresUrl'));
    const database = new URL(url);
    database.hostname = 'database';
    const secrets = await temporaryFolder({ database_url: `${database.href}\n`, data_key: TEST_KEY.toString('hex') });
    const service = composeService({ PUBLIC_URL }, secrets);
    expect([...service.secrets.keys()].toSorted()).toEqual(['data_key', 'database_url']);
    // The container has this machine's network, where Compose's port may be taken and no name leads to the database.
    const port = await freePort();
    const network = [`--env=PORT=${port}`, '--add-host=database:127.0.0.1'];
    const server = containers.run(
      ...service.runArguments,
      ...network,
      '--name=console',
      '--health-interval=disable',
      IMAGE,
    );
    await server.prints(/The server has started/);
    await isHealthy('console');

    const lines = server
      .output()
      .trimEnd()
      .split('\n')
      .filter((line) => !PODMAN_SAYS.test(line));
    const started = lines
      .map((line): unknown => JSON.parse(line))
      .flatMap((line) => startedSchema.safeParse(line).data ?? []);
    expect(started).toEqual([expect.objectContaining({ console: PUBLIC_URL, database: 'PostgreSQL' })]);
    expect(server.output()).not.toContain('0.0.0.0');
    expect(await confinement('console')).toEqual({
      user: '1000',
      capabilities: Array.from({ length: 5 }, () => '0000000000000000'),
      noNewPrivileges: '1',
      writes: ['EROFS', 'EROFS', 'EROFS', 'EROFS', 'written'],
    });

    const command = ['node', 'scripts/run.mjs', 'server/cli/createAdmin.ts', 'alice', '--name', 'Alice', '--json'];
    const { link } = z
      .object({ link: z.string() })
      .parse(JSON.parse(await containers.podman('exec', 'console', ...command)));
    const [page, token] = link.split('#enrol=');
    expect(page).toBe(`${PUBLIC_URL}/login`);
    const call = async (path: string, body: object) => {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(`http://127.0.0.1:${port}/prod-api/${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      const { msg, data } = answerSchema.parse(await answer.json());
      expect([path, answer.status, msg]).toEqual([path, 200, '']);
      return data;
    };
    const { totp_secret: secret } = z
      .object({ totp_secret: z.string() })
      .parse(await call('enrolment/check', { token }));
    const now = Math.floor(Date.now() / 1_000);
    const totp_code = await generate({ secret, epoch: now });
    await call('enrolment/complete', { token, password: PASSWORD, totp_code });
    // A code is accepted once, and 30 s before its time.
    const nextCode = await generate({ secret, epoch: now + 30 });
    const signedIn = await call('login', { username: 'alice', password: PASSWORD, totp_code: nextCode });
    expect(signedIn).toEqual(expect.objectContaining({ login_token: expect.stringMatching(/./) }));

    await containers.podman('stop', `--time=${service.graceSeconds}`, 'console');
    expect((await server.ended()).code).toBe(0);
    await drop();
  }, 300_000);
});
