import { historyRulesOf } from './historyRulesOf.ts';

historyRulesOf([{ seed: 7, orders: 300 }]);
