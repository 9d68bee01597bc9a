import { spawnSync } from 'node:child_process';

/** Appended to the name of a test that is skipped without Git. */
export const NEEDS_GIT = 'skipped unless git is installed and this folder is a clone';

/** True if Git knows the files of this folder. */
export const hasGit = spawnSync('git', ['ls-files'], { stdio: 'ignore' }).status === 0;
