/** Second factors, sign-ins that wait for one, and invitations; migration 0028. */
import type { Generated } from 'kysely';
import type { Instant, NullableInstant } from './column-types.ts';

interface SecondFactorTable {
  customer_id: number;
  user_id: number;
  secret: Buffer;
  begun_at: Instant;
  confirmed_at: NullableInstant;
  last_step: Generated<number>;
}

interface RecoveryCodeTable {
  customer_id: number;
  user_id: number;
  code_hash: Buffer;
  used_at: NullableInstant;
}

interface SignInChallengeTable {
  challenge_hash: Buffer;
  customer_id: number;
  user_id: number;
  password_hash: string;
  must_change_password: boolean;
  from_browser: boolean;
  expires_at: Instant;
}

interface InvitationTable {
  token_hash: Buffer;
  customer_id: number;
  user_id: number;
  password_hash: string;
  expires_at: Instant;
}

export interface UserSchema {
  second_factor: SecondFactorTable;
  recovery_code: RecoveryCodeTable;
  sign_in_challenge: SignInChallengeTable;
  invitation: InvitationTable;
}
