import { describe } from 'vitest';
import { directly, ledDatabase, limitsHold } from './limitsHold.ts';

describe('time limits on PostgreSQL hold', () => {
  limitsHold(ledDatabase(directly));
});
