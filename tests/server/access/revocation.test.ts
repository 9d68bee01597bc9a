import { describe } from 'vitest';
import { revocationsCount } from './revocationsCount.ts';

describe('what is taken from a user, or given back', () => {
  revocationsCount({ rights: 20, disabled: 8, passwords: 4 });
});
