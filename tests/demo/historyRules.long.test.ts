import { historyRulesOf } from './historyRulesOf.ts';

historyRulesOf([
  { seed: 7, orders: 60 },
  { seed: 2026, orders: 2_500 },
]);
