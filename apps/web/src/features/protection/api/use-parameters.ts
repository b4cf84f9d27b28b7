/** Known parameters of a device, updated from the real-time channel. */
import type { ParameterMessage } from '@busbar/contract/realtime';
import type { ProtectionDefinition, Values } from '@busbar/domain/protection/definition';
import { type Rating, USUAL_RATING } from '@busbar/domain/protection/rating';
import { readRecord } from '@busbar/domain/protection/values';
import type { Verified } from '@busbar/domain/protection/verify';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { callKey, useCallQuery } from '../../../lib/calls/use-call.ts';
import { useRealtime } from '../../../realtime/use-realtime.ts';

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

/** Remount when the device or the set changes: the received message belongs to one of them. */
export function useParameters(code: string, definition: ProtectionDefinition) {
  const client = useQueryClient();
  const query = useCallQuery('v2.device.parameters', parametersInput(code));
  // Stored separately from the response: a response in flight may be older than this message.
  const [told, setTold] = useState<ParameterMessage>();
  useRealtime((event) => {
    if (event.type !== 'PARAMETERS' || event.deviceCode !== code) return;
    const { messageType, parameters } = event;
    client.setQueryData<ParametersAnswer>(
      callKey('v2.device.parameters', parametersInput(code)),
      (old) => old && withMessage(old, messageType, parameters),
    );
    if (messageType === definition.messageType) setTold(parameters);
  });
  const known = useMemo(() => {
    const answer = query.data;
    if (answer === undefined) return undefined;
    const newest = told === undefined ? answer : withMessage(answer, definition.messageType, told);
    return knownSet(newest, definition);
  }, [query.data, told, definition]);
  return { query, known };
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
