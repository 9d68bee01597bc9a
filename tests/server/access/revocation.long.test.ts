import { describe } from 'vitest';
import { revocationsCount } from './revocationsCount.ts';

describe('a revoked or restored right', () => {
  revocationsCount({ rights: 375, disabled: 200, passwords: 50 });
});
