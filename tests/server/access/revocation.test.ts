import { describe } from 'vitest';
import { revocationsCount } from './revocationsCount.ts';

describe('a revoked or restored right', () => {
  revocationsCount({ rights: 20, disabled: 8, passwords: 4 });
});
