import { describe } from 'vitest';
import { revocationsCount } from './revocationsCount.ts';

describe('what is taken from a user, or given back', () => {
  revocationsCount({ rights: 375, disabled: 200, passwords: 50 });
});
