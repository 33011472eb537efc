"""The Python accountants that accountants_vs_peers.py times, one process for each.

    python peers.py TOOL        (in the environment that accountants_vs_peers.py makes)

Reads requests and writes answers, one JSON object a line. A request has "case" ("poisson": epsilon
of both directions from nothing; "requery": epsilon for another delta on a curve already built;
"calibrate": the noise multiplier for TARGET_EPSILON), "steps", "delta", "seconds" and perhaps
"add": true. The answer has "result" and "cpu", the CPU seconds (of all threads) of one call,
averaged over as many calls as take "seconds"; or "error". A result has "upper"; "lower" where the
tool tells it; and if "add" was true and the tool tells it, "add", the upper bound of that direction
alone. Before any request comes a line with "cases", or with "error" if the tool cannot be loaded.
"""
import dataclasses
import importlib.metadata
import importlib.util
import json
import signal
import sys
import time
import types
import typing
import warnings

SIGMA, RATE, TARGET_EPSILON = 1.0, 0.01, 2.0
LONGEST_REQUEST = 300  # seconds; then the process ends, which its reader sees


@dataclasses.dataclass
class Tool:
    build: typing.Callable  # (steps, delta) -> curve; delta only sets the accuracy
    query: typing.Callable  # (curve, delta) -> result
    add: typing.Callable | None = None  # (curve, delta) -> upper bound of direction add
    calibrate: typing.Callable | None = None  # (steps, delta) -> noise multiplier
    requery: bool = False  # whether query reuses what build computed

    def cases(self):
        return ["poisson"] + ["requery"] * self.requery + ["calibrate"] * bool(self.calibrate)

    def call(self, case, steps, delta):
        """What is timed; anything that it may take for granted is built here."""
        if case == "calibrate":
            return lambda: {"upper": self.calibrate(steps, delta)}
        if case == "requery":
            curve = self.build(steps, delta)
            return lambda: self.query(curve, delta)
        return lambda: self.query(self.build(steps, delta), delta)


def google(accountant, **options):
    import dp_accounting

    def event(sigma, steps):
        sampled = dp_accounting.PoissonSampledDpEvent(RATE, dp_accounting.GaussianDpEvent(sigma))
        return dp_accounting.SelfComposedDpEvent(sampled, steps)

    return Tool(
        build=lambda steps, delta: accountant().compose(event(SIGMA, steps)),
        query=lambda built, delta: {"upper": built.get_epsilon(delta)},
        calibrate=lambda steps, delta: dp_accounting.calibrate_dp_mechanism(
            accountant, lambda sigma: event(sigma, steps), TARGET_EPSILON, delta),
        **options)


def google_pld():
    from dp_accounting import pld
    # The accountant answers the larger of both directions and has no public way to ask for one.
    return google(pld.PLDAccountant, requery=True,
                  add=lambda built, delta: built._pld._pmf_add.get_epsilon_for_delta(delta))


def google_rdp():
    from dp_accounting import rdp
    return google(rdp.RdpAccountant)


def prv(**accuracy):
    """prv_accountant at the accuracy of its command line (epsilon 0.1, delta / 1000) or another."""
    from prv_accountant import dpsgd

    def build(steps, delta):
        accountant = dpsgd.DPSGDAccountant(SIGMA, RATE, steps, delta_error=delta / 1000, **accuracy)
        return accountant, accountant.compute_composition(steps)

    def query(built, delta):
        accountant, composition = built
        lower, _, upper = composition.compute_epsilon(delta, accountant.delta_error,
                                                      accountant.eps_error)
        return {"upper": upper, "lower": lower}

    return Tool(build, query, requery=True,
                calibrate=lambda steps, delta: dpsgd.find_noise_multiplier(
                    RATE, steps, TARGET_EPSILON, delta, **accuracy))


def opacus(name):
    """opacus.accountants without torch. Importing the package itself would load its training code,
    so an empty package of that name stands in for it, and an empty module for opacus.optimizers,
    of which the accountants use one class, in a hook for training."""
    package = types.ModuleType("opacus")
    package.__path__ = list(importlib.util.find_spec("opacus").submodule_search_locations)
    optimizers = types.ModuleType("opacus.optimizers")
    optimizers.DPOptimizer = object
    sys.modules.update({"opacus": package, "opacus.optimizers": optimizers})
    from opacus.accountants import create_accountant
    from opacus.accountants.utils import get_noise_multiplier

    def build(steps, delta):
        accountant = create_accountant(name)
        accountant.history = [(SIGMA, RATE, steps)]
        return accountant

    return Tool(build, lambda built, delta: {"upper": built.get_epsilon(delta)},
                calibrate=lambda steps, delta: get_noise_multiplier(
                    target_epsilon=TARGET_EPSILON, target_delta=delta, sample_rate=RATE,
                    steps=steps, accountant=name))


def opake():
    """The compiled extension of opake-accounting by itself: the Python layer around it keeps the
    results of earlier calls, and that of 0.16.1 raises TypeError when Python 3.11 imports it."""
    (extension,) = [file for file in importlib.metadata.files("opake-accounting")
                    if file.name.startswith("opake_accounting.") and file.suffix == ".so"]
    spec = importlib.util.spec_from_file_location("opake_accounting", extension.locate())
    core = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(core)

    def build(steps, delta):
        gaussian = core.gaussian_pld(SIGMA, core.DiscretizationConfig())
        return core.poisson_pld(gaussian, RATE).self_compose(steps)

    return Tool(build, lambda built, delta: {"upper": built.epsilon_at(delta)}, requery=True)


def accelerator():
    from dp_accelerator import DPSGDAccountant
    population = 10000

    def query(steps, delta):
        accountant = DPSGDAccountant(SIGMA, round(RATE * population), population)
        return {"upper": accountant.get_epsilon(steps, delta)}

    return Tool(build=lambda steps, delta: steps, query=query)


TOOLS = {
    "dp_accounting PLD": google_pld,
    "prv_accountant (0.1)": prv,
    "prv_accountant (0.01)": lambda: prv(eps_error=0.01),
    "opacus PRV (0.01)": lambda: opacus("prv"),
    "opake-accounting PLD": opake,
    "dp_accounting RDP": google_rdp,
    "opacus RDP": lambda: opacus("rdp"),
    "dp-accelerator RDP": accelerator,
}


def answer(tool, request):
    case, steps, delta = request["case"], request["steps"], request["delta"]
    call, calls = tool.call(case, steps, delta), 1
    while True:
        start = time.process_time()
        for _ in range(calls):
            result = call()
        taken = time.process_time() - start
        if taken >= request["seconds"]:
            break
        calls = max(2 * calls, int(1.2 * calls * request["seconds"] / max(taken, 1e-6)))
    if tool.add and request.get("add"):
        result["add"] = tool.add(tool.build(steps, delta), delta)
    return {"result": {name: float(value) for name, value in result.items()}, "cpu": taken / calls}


def main():
    warnings.simplefilter("ignore")
    tool = None

    def attempt(work):
        # Whatever a broken package or a refusing accountant raises is a row of the table.
        signal.alarm(LONGEST_REQUEST)
        try:
            reply = work()
        except Exception as error:
            reply = {"error": f"{type(error).__name__}: {error}"}
        signal.alarm(0)
        print(json.dumps(reply), flush=True)

    def load():
        nonlocal tool
        tool = TOOLS[sys.argv[1]]()
        return {"cases": tool.cases()}

    attempt(load)
    for line in sys.stdin:
        attempt(lambda: answer(tool, json.loads(line)))


if __name__ == "__main__":
    main()
