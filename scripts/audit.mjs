// npm run audit: known holes in the packages that the program runs with. Ends with 1 when there are some, and with 2 when
// the package registry does not answer such questions, as mirrors often don't: then nothing has been looked at.
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
