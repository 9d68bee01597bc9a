// npm run audit: known vulnerabilities of the packages that the program runs with. Exits with 1 if there are any, and
// with 2 if the registry returned no report, because many mirrors don't support audits: then nothing was checked.
import { spawnSync } from 'node:child_process';
import { PROJECT_FOLDER } from './project.mjs';

const { status, stdout, stderr } = spawnSync('npm', ['audit', '--omit=dev'], {
  cwd: PROJECT_FOLDER,
  encoding: 'utf8',
  shell: process.platform === 'win32',
});
process.stdout.write(stdout);
process.stderr.write(stderr);
// Each report ends with a count, such as "found 0 vulnerabilities". npm exits with 1 for errors, too.
const isAnswered = /\bvulnerabilit(y|ies)\b/.test(stdout);
if (!isAnswered) console.error('\nNothing was checked: the package registry returned no report. Ask another registry.');
process.exit(isAnswered ? (status ?? 2) : 2);
