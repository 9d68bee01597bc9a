import { describe } from 'vitest';
import { directly, ledDatabase, limitsHold } from './limitsHold.ts';

describe('limits of time on PostgreSQL hold', () => {
  limitsHold(ledDatabase(directly));
});
