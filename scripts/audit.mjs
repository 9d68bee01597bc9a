// npm run audit: known vulnerabilities of the packages that the program runs with. Exits with 1 if there are any, and
// with 2 if the package registry doesn't support audits, as many mirrors don't: then nothing was checked.
import { spawnSync } from 'node:child_process';
import { PROJECT_FOLDER } from './project.mjs';

const { status, stdout, stderr } = spawnSync('npm', ['audit', '--omit=dev'], {
  cwd: PROJECT_FOLDER,
  encoding: 'utf8',
  shell: process.platform === 'win32',
});
process.stdout.write(stdout);
process.stderr.write(stderr);
const isAnswered = !/audit endpoint|ENOAUDIT|ECONNREFUSED|ENOTFOUND|ETIMEDOUT/.test(stderr);
if (!isAnswered) console.error('\nNothing was checked: this package registry does not answer audits. Ask another one.');
process.exit(isAnswered ? (status ?? 2) : 2);
