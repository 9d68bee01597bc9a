import { roundTripOf } from './roundTripOf.ts';

roundTripOf(30);
