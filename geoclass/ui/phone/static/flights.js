// The way a plane flies between two cities, of any network: a great circle on the map, cut where it leaves the edge.

const RAD = Math.PI / 180;
const EARTH = 6371.0088; // kilometres, mean radius
const MIDDLE = 11; // the meridian in the middle of the map; its edge is at 169° W
const EDGE = MIDDLE + 180;
const STEPS = 32;

export function kilometres([lat, lon], [lat2, lon2]) {
  const part = Math.sin((lat2 - lat) * RAD / 2) ** 2 + Math.cos(lat * RAD) * Math.cos(lat2 * RAD) * Math.sin((lon2 - lon) * RAD / 2) ** 2;
  return 2 * EARTH * Math.asin(Math.sqrt(part));
}

// Equal Earth; south is down, one step is *unit* kilometres
export function project([lat, lon], unit) {
  const t = Math.asin(Math.sqrt(3) / 2 * Math.sin(lat * RAD));
  const t2 = t * t, t6 = t2 * t2 * t2;
  const x = 2 * Math.sqrt(3) * (lon - MIDDLE) * RAD * Math.cos(t) / (3 * (9 * 0.003796 * t6 * t2 + 7 * 0.000893 * t6 - 3 * 0.081106 * t2 + 1.340264));
  const y = t * (0.003796 * t6 * t2 + 0.000893 * t6 - 0.081106 * t2 + 1.340264);
  return [Math.round(x * EARTH / unit), -Math.round(y * EARTH / unit)];
}

// the edge of the map, all around
export function outline(unit) {
  const north = Array.from({ length: 91 }, (_, i) => 2 * i - 90);
  const places = [...north.map((lat) => [lat, EDGE]), ...north.reverse().map((lat) => [lat, EDGE - 360])];
  return `M${places.map((place) => project(place, unit).join(" ")).join("L")}z`;
}

const onMap = (lon) => ((lon - EDGE) % 360 + 360) % 360 - 360 + EDGE;
const onSphere = ([lat, lon]) => [Math.cos(lat * RAD) * Math.cos(lon * RAD), Math.cos(lat * RAD) * Math.sin(lon * RAD), Math.sin(lat * RAD)];

export function greatCircle(a, b, unit) {
  const angle = kilometres(a, b) / EARTH;
  const from = onSphere(a), to = onSphere(b);
  let path = "", before = null;
  const point = (mark, place) => { path += `${mark}${project(place, unit).join(" ")}`; };
  for (let step = 0; step <= STEPS; step += 1) {
    const there = Math.sin(step / STEPS * angle) / Math.sin(angle), here = Math.sin((1 - step / STEPS) * angle) / Math.sin(angle);
    const [x, y, z] = from.map((p, i) => here * p + there * to[i]);
    const place = [Math.atan2(z, Math.hypot(x, y)) / RAD, onMap(Math.atan2(y, x) / RAD)];
    const gone = before && place[1] - before[1];
    if (Math.abs(gone) > 180) { // over the edge: out on one side, in on the other
      const out = gone < 0 ? EDGE : EDGE - 360, back = gone < 0 ? EDGE - 360 : EDGE;
      const lat = before[0] + (place[0] - before[0]) * (out - before[1]) / (gone + (gone < 0 ? 360 : -360));
      point("L", [lat, out]);
      point("M", [lat, back]);
    }
    point(before ? "L" : "M", place);
    before = place;
  }
  return path;
}
