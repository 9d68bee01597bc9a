import { hash, verify } from '@node-rs/argon2';

/** OWASP's argon2id floor: 19 MiB, 2 passes; about 11 ms on one core. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes that may run at once: each takes 19 MiB, and more than the cores only queue in the thread pool. */
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

/** PHC string of an argon2id hash with a random salt. */
export async function hashPassword(password: string): Promise<string> {
  return limited(() => hash(password, OPTIONS));
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password is the one that was hashed. Without a hash (an unknown user, an invited one) the same
 * work is done against a decoy and the answer is no, so that time does not tell who exists.
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no user has this password');
  const against = stored ?? (await decoy);
  const matches = await limited(() => verify(against, password));
  return matches && stored !== null && stored !== undefined;
}
