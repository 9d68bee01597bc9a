import { roundTripOf } from './roundTripOf.ts';

roundTripOf(4);
