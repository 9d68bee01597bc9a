import { readFileSync } from 'node:fs';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Puts in secrets that are given as files, as container platforms hand them over: `DATA_KEY_FILE` names a file that
 * holds `DATA_KEY`. White space around the secret does not count.
 * @param onProblem the variable, and what is wrong with it
 */
export function withSecretFiles(
  environment: Environment,
  secrets: readonly string[],
  onProblem: (variable: string, problem: string) => void,
): Record<string, string | undefined> {
  const all = { ...environment };
  for (const name of secrets) {
    const variable = `${name}_FILE`;
    const file = environment[variable];
    if (file === undefined) continue;
    if (environment[name] !== undefined) onProblem(variable, `${name} is set, too: keep one of the two`);
    else all[name] = readSecret(file, (problem) => onProblem(variable, problem));
  }
  return all;
}

function readSecret(file: string, onProblem: (problem: string) => void): string | undefined {
  try {
    const secret = readFileSync(file, 'utf8').trim();
    if (secret === '') onProblem(`the file ${file} is empty`);
    return secret === '' ? undefined : secret;
  } catch (error) {
    onProblem(`the file cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}
