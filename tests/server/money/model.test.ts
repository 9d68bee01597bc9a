import { anyMoneyCalls } from './anyMoneyCalls.ts';

anyMoneyCalls(8);
