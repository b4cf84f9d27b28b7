/** Two short tones, higher for urgent alarms. Browsers play no sound before the first click. */

/** Minimum interval between sounds, so that an alarm storm plays only one. */
const PAUSE_MS = 3_000;
const TONE_S = 0.16;
const URGENT_HZ = 880;
const USUAL_HZ = 587;
const LOUDNESS = 0.18;

let context: AudioContext | undefined;
let lastAt = 0;

export function soundAlarm(priority: number): void {
  if (typeof AudioContext === 'undefined' || Date.now() - lastAt < PAUSE_MS) return;
  lastAt = Date.now();
  context ??= new AudioContext();
  const playing = context;
  // The browser rejects the sound until the user has interacted with the page; the banner is shown
  // anyway.
  void playing.resume().then(
    () => {
      const pitch = priority <= 2 ? URGENT_HZ : USUAL_HZ;
      tone(playing, pitch, 0);
      tone(playing, pitch * 1.25, TONE_S * 1.4);
    },
    () => undefined,
  );
}

function tone(playing: AudioContext, pitchHz: number, afterS: number): void {
  const start = playing.currentTime + afterS;
  const voice = playing.createOscillator();
  const volume = playing.createGain();
  voice.frequency.value = pitchHz;
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.02);
  volume.gain.linearRampToValueAtTime(0, start + TONE_S);
  voice.connect(volume).connect(playing.destination);
  voice.start(start);
  voice.stop(start + TONE_S);
}
