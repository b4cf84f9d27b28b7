/** The lookups of names that customers entered, shared by all outgoing requests of this process. */
import { FairLookups } from './fair-lookups.ts';
import { resolveName } from './resolve-name.ts';

/** A lookup costs a socket and no thread, so many customers may have one. */
const MAX_LOOKUPS = 64;

const lookups = new FairLookups(resolveName, MAX_LOOKUPS);

/** Looks up a name for a customer, which has one lookup at a time. */
export const lookUpName = lookups.lookUp;
