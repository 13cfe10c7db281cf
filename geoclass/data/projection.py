"""Equal Earth centred on 11° E, in kilometres: the coordinates of the tables' outlines and of every map.

Plain arithmetic on the WGS 84 ellipsoid, equal to PROJ's ``eqearth`` but independent of its version and without loading
it.
"""

from math import asin, atanh, cos, degrees, radians, remainder, sin, sqrt

MIDDLE = 11.0  # degrees east: the central meridian
EDGE = MIDDLE + 180  # degrees east, where the map is cut: 169° W, in the Bering Strait
EQUAL_EARTH = f"+proj=eqearth +lon_0={MIDDLE:.0f} +datum=WGS84 +units=km +no_defs"

# Šavrič, Patterson and Jenny (2018), The Equal Earth map projection
A1, A2, A3, A4 = 1.340264, -0.081106, 0.000893, 0.003796
_M = sqrt(3) / 2
SEMI_MAJOR_KM, FLATTENING = 6378.137, 1 / 298.257223563
E2 = FLATTENING * (2 - FLATTENING)
E = sqrt(E2)


def _authalic(sine: float) -> float:
    """Snyder's q: the area between the equator and the latitude of this sine."""
    return (1 - E2) * (sine / (1 - E2 * sine * sine) + atanh(E * sine) / E)


Q_POLE = _authalic(1)
RADIUS_KM = SEMI_MAJOR_KM * sqrt(Q_POLE / 2)  # of the sphere of equal area


def _height(t: float) -> float:
    return t * (A1 + A2 * t**2 + t**6 * (A3 + A4 * t**2))


def _width(t: float) -> float:
    return A1 + 3 * A2 * t**2 + t**6 * (7 * A3 + 9 * A4 * t**2)


def on_map(longitude: float) -> float:
    """Normalise a longitude to the map's range from 169° W to 191° E, keeping both edges."""
    return MIDDLE + remainder(longitude - MIDDLE, 360)


def project(longitude: float, latitude: float) -> tuple[float, float]:
    """Where a place lies on the map, in kilometres of Equal Earth, to the millimetre."""
    t = asin(_M * max(-1, min(1, _authalic(sin(radians(latitude))) / Q_POLE)))
    x = radians(on_map(longitude) - MIDDLE) * cos(t) / (_M * _width(t))
    return round(RADIUS_KM * x, 6), round(RADIUS_KM * _height(t), 6)


def unproject(x: float, y: float) -> tuple[float, float] | None:
    """Longitude (169° W to 191° E) and latitude of a point of the map; None beyond its edge."""
    t = y / RADIUS_KM
    for _ in range(12):  # Newton
        t -= (_height(t) - y / RADIUS_KM) / _width(t)
    if abs(sin(t)) > _M:
        return None
    east = degrees(x * _M * _width(t) / (RADIUS_KM * cos(t)))
    sine = sin(t) / _M
    goal = sine * Q_POLE
    for _ in range(12):
        slope = 2 * (1 - E2) / (1 - E2 * sine * sine) ** 2
        sine = max(-1.0, min(1.0, sine - (_authalic(sine) - goal) / slope))
    return (MIDDLE + east, degrees(asin(sine))) if abs(east) <= 180 else None
