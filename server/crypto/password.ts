import { hash, verify } from '@node-rs/argon2';

/** OWASP's argon2id floor: 19 MiB, 2 passes; about 11 ms on one core. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Concurrent hashes. Each takes 19 MiB, and more than the number of cores would only queue in the thread pool. */
const MAX_CONCURRENT = 4;

let running = 0;
const waiting: (() => void)[] = [];

async function limited<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_CONCURRENT) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Returns the argon2id hash with a random salt, as a PHC string. */
export async function hashPassword(password: string): Promise<string> {
  return limited(() => hash(password, OPTIONS));
}

let decoy: Promise<string> | undefined;

/**
 * True if the password matches the hash. Without a hash (an unknown or invited user) it verifies against a decoy and
 * returns false, so the response time doesn't reveal which users exist.
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no user has this password');
  const against = stored ?? (await decoy);
  const matches = await limited(() => verify(against, password));
  return matches && stored !== null && stored !== undefined;
}
