print("cleanstore")
