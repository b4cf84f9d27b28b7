/** The registers of a breaker with its position and with the reason for which it has tripped. */
import type { Profile } from '@busbar/device-profiles/profile';
import type { AlarmType } from '@busbar/domain/alarm/alarm-type';

/** Returns the value of a register for function 3 or 4; undefined if it is neither of the two. */
export function contactRegisters(
  { switching }: Profile,
  isClosed: boolean,
  trippedBy: AlarmType | undefined,
): (fn: number, register: number) => number | undefined {
  const position = trippedBy !== undefined ? 'tripped' : isClosed ? 'closed' : 'open';
  return (fn, register) => {
    if (switching === undefined) return undefined;
    const { state, trip } = switching;
    if (state.functionCode === fn && state.address === register) {
      return [...state.positions].find(([, of]) => of === position)?.[0];
    }
    if (trip?.functionCode !== fn || trip.address !== register) return undefined;
    const [value = 0] = (trippedBy && trip.reasons.get(trippedBy)) ?? [];
    return trip.by === 'bits' && trippedBy !== undefined ? 1 << value : value;
  };
}
