/** Short synthesised cues; no files. Off until somebody switches them on. @type {Record<string, [number, number, OscillatorType][]>} */
const CUES = {
  VictimDied: [[220, 0.25, "sawtooth"], [140, 0.35, "sawtooth"]],
  VictimSaved: [[520, 0.1, "sine"], [780, 0.2, "sine"]],
  Rolled: [[900, 0.03, "square"], [700, 0.03, "square"], [800, 0.03, "square"]],
  AttackMade: [[110, 0.2, "square"]],
  CardShown: [[330, 0.08, "triangle"], [300, 0.1, "triangle"]],
  FinaleRevealed: [[110, 0.4, "sawtooth"], [98, 0.6, "sawtooth"]],
  decision: [[660, 0.08, "sine"]],
  GameEnded: [[220, 0.3, "triangle"], [165, 0.5, "triangle"]],
};
/** @type {AudioContext | null} */
let context = null;

/** @param {string} cue @param {number} volume 0 to 1 */
export function play(cue, volume) {
  const notes = CUES[cue];
  if (!notes || volume <= 0) return;
  try {
    context ??= new AudioContext();
    let at = context.currentTime;
    for (const [pitch, length, kind] of notes) at = note(context, pitch, length, kind, volume, at);
  } catch {
    context = null;
  }
}

/** @param {AudioContext} audio @param {number} pitch @param {number} length @param {OscillatorType} kind @param {number} volume @param {number} at */
function note(audio, pitch, length, kind, volume, at) {
  const tone = audio.createOscillator(), gain = audio.createGain();
  tone.type = kind;
  tone.frequency.value = pitch;
  gain.gain.setValueAtTime(0.12 * volume, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  tone.connect(gain).connect(audio.destination);
  tone.start(at);
  tone.stop(at + length);
  return at + length;
}
