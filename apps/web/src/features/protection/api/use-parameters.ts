/** Known parameters of a device, updated from the real-time channel. */
import type { ParameterMessage } from '@busbar/contract/realtime';
import type { ProtectionDefinition, Values } from '@busbar/domain/protection/definition';
import { type Rating, USUAL_RATING } from '@busbar/domain/protection/rating';
import { readRecord } from '@busbar/domain/protection/values';
import type { Verified } from '@busbar/domain/protection/verify';
import { useMemo } from 'react';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { patched } from '../../../realtime/live-query.ts';
import type { RealtimeEvent } from '../../../realtime/realtime-event.ts';

type ParametersAnswer = Answer<'v2.device.parameters'>;

export interface KnownSet {
  /** Last values reported by the device; undefined if it has never reported. */
  readonly values: Values | undefined;
  /** Time of that report, ms. */
  readonly at: number | null;
  readonly verified: Verified | null;
  readonly rating: Rating;
}

export const parametersInput = (code: string) => ({ query: { device_code: code } });

export function useParameters(code: string, definition: ProtectionDefinition) {
  const query = useCallQuery('v2.device.parameters', parametersInput(code), patched(afterEvent));
  const answer = query.data;
  const known = useMemo(() => answer && knownSet(answer, definition), [answer, definition]);
  return { query, known };
}

function afterEvent(answer: ParametersAnswer, event: RealtimeEvent): ParametersAnswer {
  return event.type === 'PARAMETERS' && event.deviceCode === answer.data.device_code
    ? withMessage(answer, event.messageType, event.parameters)
    : answer;
}

/** Returns the response updated with a later message; an older message has no effect. */
export function withMessage(
  answer: ParametersAnswer,
  messageType: string,
  message: ParameterMessage,
): ParametersAnswer {
  const { command_id: _commandId, verified, ts, ...values } = message;
  const sets = answer.data.sets.map((set) =>
    set.msg_type === messageType && (set.ts ?? 0) <= ts ? { ...set, values, verified, ts } : set,
  );
  return { ...answer, data: { ...answer.data, sets } };
}

function knownSet({ data }: ParametersAnswer, definition: ProtectionDefinition): KnownSet {
  const set = data.sets.find((one) => one.set === definition.name);
  return {
    values: set?.values == null ? undefined : readRecord(definition, set.values).values,
    at: set?.ts ?? null,
    verified: set?.verified ?? null,
    rating: {
      voltageV: data.rated_vol ?? USUAL_RATING.voltageV,
      currentA: data.rated_cur ?? USUAL_RATING.currentA,
    },
  };
}
