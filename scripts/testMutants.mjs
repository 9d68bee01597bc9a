// npm run test:mutants: changes one operator, literal or statement at a time in a copy of the project, and counts the
// changes that no test detects. `-- --count 50 --seed 3 --only server/ledger` limits the number, changes the seed, or
// selects a folder.
import { rmSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { applyMutant, drawMutants, FOLDERS, mutantsOf } from './mutants.mjs';
import { ensurePackages } from './packages.mjs';
import { fail, PROJECT_FOLDER } from './project.mjs';
import { createTestRun } from './mutantTests.mjs';

process.chdir(PROJECT_FOLDER);
ensurePackages({ development: true });
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true, default: Object.keys(FOLDERS) },
  },
});
const unknown = values.only.find((name) => !(name in FOLDERS));
if (unknown !== undefined) fail(`--only takes ${Object.keys(FOLDERS).join(', ')}, not ${unknown}`);

const copy = await copyOfProject();
// Vitest ends the process on a signal.
process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
process.chdir(copy);
const run = await createTestRun(copy);
const isTried = await tryMutants();
await run.close();
process.exit(isTried ? 0 : 1);

/** @returns {Promise<boolean>} false if tests fail before any change */
async function tryMutants() {
  const drawn = await drawnMutants();
  const chosen = [...new Set(drawn.map(({ folder }) => folder))];
  const specifications = new Map(chosen.map((name) => [name, run.testsIn(FOLDERS[name]?.tests ?? [])]));
  console.log(`${drawn.length} mutants. The tests as they are …`);
  const broken = await run.measure([...specifications.values()].flat());
  if (broken.length > 0) {
    console.log(`These fail without any change: ${broken.join(', ')}`);
    return false;
  }
  /** @type {Map<string, { tried: number, unnoticed: number }>} */
  const counts = new Map(chosen.map((name) => [name, { tried: 0, unnoticed: 0 }]));
  for (const { folder, file, text, ...mutant } of drawn) {
    const count = counts.get(folder);
    if (!count) throw new Error(`no count of ${folder}`);
    await writeFile(file, applyMutant(text, mutant));
    const isNoticed = await run.fails(specifications.get(folder) ?? [], path.resolve(file));
    await writeFile(file, text);
    run.changed(path.resolve(file));
    count.tried += 1;
    if (!isNoticed) count.unnoticed += 1;
    console.log(
      `${isNoticed ? 'noticed  ' : 'UNNOTICED'} ${file}:${mutant.line} ${short(mutant.from)} → ${short(mutant.to)}`,
    );
  }
  for (const [name, { tried, unnoticed }] of counts) console.log(`${name}: ${tried} tried, ${unnoticed} unnoticed`);
  return true;
}

/** @param {string} code */
function short(code) {
  return code.length > 80 ? `${code.slice(0, 80)}…` : code || 'nothing';
}

async function drawnMutants() {
  const all = [];
  for (const folder of values.only) {
    for (const file of await filesIn(FOLDERS[folder]?.sources ?? [])) {
      const text = await readFile(file, 'utf8');
      all.push(...mutantsOf(file, text).map((mutant) => ({ folder, file, text, ...mutant })));
    }
  }
  return drawMutants(all, Number(values.count), values.seed);
}

/** @param {readonly string[]} sources */
async function filesIn(sources) {
  const files = [];
  for (const source of sources) {
    if (!source.endsWith('/')) files.push(source);
    else {
      const names = await readdir(source, { recursive: true });
      files.push(...names.filter((name) => name.endsWith('.ts')).map((name) => path.posix.join(source, name)));
    }
  }
  return files;
}

/** Copies the project to a temporary folder, so that changes don't affect the original. */
async function copyOfProject() {
  const folder = await mkdtemp(path.join(tmpdir(), 'mutants-'));
  const left = ['node_modules', '.git', '.data', '.cache', 'dist'];
  for (const name of await readdir('.')) {
    if (!left.includes(name)) await cp(name, path.join(folder, name), { recursive: true });
  }
  await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'), 'junction');
  return folder;
}
