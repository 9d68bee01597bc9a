import { declaredResources, isLeftToLong } from './declared/declaredResources.ts';

declaredResources((name) => !isLeftToLong(name));
